import { z } from 'zod'
import { line, text } from '~/shared/fields'

/** What a guard needs to find the right door. */
export type Home = z.output<typeof homeForm>

/** `savedIn`: the postcode that the home was saved in, when the alarm is from another one: the member may have moved. */
export type HomeSeen = Home & { savedIn?: string }

const optionalLine = (longest: number) => z.literal('').or(line('', longest)).default('')

export const homeForm = z.object({
  street: line('Fyll i gatan', 80),
  number: line('Fyll i numret', 12),
  floor: optionalLine(30),
  doorName: line('Fyll i namnet på dörren', 80),
  doorCode: optionalLine(30),
  /** Such as 'Hör dåligt' or 'hund'. */
  toKnow: text(300),
})

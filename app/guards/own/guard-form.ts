import { z } from 'zod'
import * as field from '~/shared/fields'
import { type WrongName, wrongName } from '~/shared/names/shown-name'
import { guardPhone } from '~/shared/phone-fields'
import { dutyHours } from '../guard'

const wrongNameWords = {
  'no name': 'Skriv namnet med bokstäver, till exempel Bo Ek',
  'somebody else':
    'Skriv väktarens eget namn. De boende ser förnamnet, och ska inte tro att det är någon annan som kommer',
} as const satisfies Record<WrongName, string>

const guardName = field.name('Fyll i väktarens namn', 200).superRefine((name, context) => {
  const wrong = wrongName(name)
  if (wrong && name !== '') context.addIssue(wrongNameWords[wrong])
})

export const guardForm = z.object({ name: guardName, phone: guardPhone })

export type GuardForm = z.output<typeof guardForm>

export const dutyForm = z.object({
  hours: field
    .whole(Math.min(...dutyHours), Math.max(...dutyHours), 'Välj hur länge')
    .refine((hours) => dutyHours.some((choice) => choice === hours), { error: 'Välj hur länge' }),
})

export const positionForm = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
})

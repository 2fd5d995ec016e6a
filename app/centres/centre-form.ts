import { z } from 'zod'
import { namesOf } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { formatLabels, pollChoices } from './centre'

const hex = (most: number, least: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .toUpperCase()
    .refine((text) => new RegExp(`^[0-9A-F]{${least},${most}}$`).test(text), message)

/** A host name with a dot, or an IP address. Whether the name exists is left to DNS. */
const host = z
  .string({ error: 'Fyll i larmcentralens adress' })
  .trim()
  .toLowerCase()
  .min(1, 'Fyll i larmcentralens adress')
  // Limits the length before the regular expressions run: a text of colons takes quadratic time (ReDoS).
  .max(253, { error: 'Adressen är för lång', abort: true })
  .refine(
    (text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) || /^[0-9a-f:.]*:[0-9a-f:.]*$/.test(text),
    'Skriv ett namn eller en IP-adress, till exempel larm.exempel.se',
  )

/** A hexadecimal AES key. Empty keeps the present key. */
const key = z
  .string()
  .default('')
  .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
  .refine((text) => text === '' || /^(?:[0-9A-F]{32}|[0-9A-F]{48}|[0-9A-F]{64})$/.test(text), {
    error: 'Nyckeln är 32, 48 eller 64 tecken, bara 0–9 och A–F',
  })

export const centreForm = z.object({
  name: field.line('Fyll i larmcentralens namn', 100),
  host,
  port: field.whole(1, 65_535, 'Porten är ett tal mellan 1 och 65535'),
  account: hex(16, 3, 'Kontot är 3 till 16 tecken, bara 0–9 och A–F'),
  receiver: hex(6, 1, 'Mottagaren är 1 till 6 tecken, bara 0–9 och A–F'),
  line: hex(6, 1, 'Linjen är 1 till 6 tecken, bara 0–9 och A–F'),
  format: z.enum(namesOf(formatLabels), { error: 'Välj format' }),
  pollS: field
    .whole(1, 3600, 'Välj hur ofta')
    .refine((seconds) => pollChoices.some((choice) => choice === seconds), 'Välj hur ofta'),
  secretKey: key,
  inClear: field.box,
})

export type CentreForm = z.output<typeof centreForm>

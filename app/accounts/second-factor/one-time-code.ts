import { z } from 'zod'

/** A one-time code. Spaces are removed, since apps show the code in two groups. */
export const oneTimeCode = z
  .string()
  .default('')
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().min(1, 'Fyll i koden').max(40, 'Koden är för lång'))

import { z } from 'zod'

/** A code as people type it: apps show it in two groups. */
export const oneTimeCode = z
  .string()
  .default('')
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().min(1, 'Fyll i koden').max(40, 'Koden är för lång'))

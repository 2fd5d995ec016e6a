import { z } from 'zod'
import { parsePhone } from './phone'

/** Zod schemas for phone numbers, apart from other fields: the numbering plans of the world are large. */

function phoneOr<Empty>(empty: Empty | 'required', missing: string) {
  return z
    .string()
    .trim()
    .max(40, 'Numret är för långt för att vara ett telefonnummer')
    .default('')
    .transform((typed, context) => {
      if (typed === '' && empty !== 'required') return empty
      const phone = typed === '' ? null : parsePhone(typed)
      if (phone === null) {
        context.addIssue(typed === '' ? missing : 'Skriv ett telefonnummer, till exempel 070-123 45 67')
        return z.NEVER
      }
      return phone
    })
}

export const ownPhone = phoneOr('required', 'Fyll i ditt mobilnummer')
export const companyPhone = phoneOr('required', 'Fyll i företagets telefonnummer')
export const guardPhone = phoneOr('required', 'Fyll i väktarens mobilnummer')
export const optionalPhone = phoneOr(null, '')

import { type Refusal, refused } from '~/shared/outcome'
import { commonPasswords } from './common-passwords.server'
import { isWeakPassword } from './weak-password'

/** Refuses a chosen password that is easy to guess. Null if it is acceptable. */
export function refuseWeakPassword(
  password: string,
  own: readonly (string | null)[],
  { title, field }: { title: string; field: string },
): Refusal | null {
  const words = own.filter((word) => word !== null)
  if (!isWeakPassword(password, words, commonPasswords)) return null
  return refused(title, {
    fields: {
      [field]:
        'Det lösenordet är lätt att gissa, för det är vanligt eller handlar om dig. Ta gärna tre ord som inte hör ihop.',
    },
  })
}

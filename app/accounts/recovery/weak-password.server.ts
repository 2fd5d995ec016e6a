import { type Refusal, refused } from '~/shared/outcome'
import { commonPasswords } from './common-passwords.server'
import { isWeakPassword } from './weak-password'

/** Null unless a password that somebody chooses is among the first that others would try. */
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

import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readIsBlocked } from '../login/session-store.server'

/**
 * The sealed id of the person whom a page is rendered for. Blocking ends every session, so with nothing but its cookie an
 * open page could not learn that the account is blocked, and would ask for a login. The mark opens nothing: it answers
 * whether its own account is blocked, and nobody else can make one.
 */
export const accountMark = ({ keys }: Pick<House, 'keys'>, { person }: SignedIn) => keys.seal('account mark', person.id)

export async function isBlockedBy({ db, keys }: Pick<House, 'db' | 'keys'>, mark: string): Promise<boolean> {
  const id = keys.open('account mark', mark)
  return id !== null && (await readIsBlocked(db, id))
}

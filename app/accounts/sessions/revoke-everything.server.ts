import type { Above, Revoke } from '~/platform/above.server'
import type { House } from '~/platform/house.server'
import { deleteEmailChange, deleteLoginSteps } from '../account-store.server'
import { deleteKnownBrowsers } from '../login/known-browser-store.server'
import { countRevocation, deleteSessions } from '../login/session-store.server'
import { deleteChallengesOf, deletePasskeysOf } from '../passkeys/passkey-store.server'
import { deletePhoneProof } from '../phone/phone-proof-store.server'
import { deleteMailLinks } from '../recovery/mail-link-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'above'>

/**
 * Everything a person holds that grants access without authenticating again, by its table. Each slice registers how to
 * revoke its own (`above`). test/shape/doors.test.ts finds every table with a secret that is missing here.
 */
export function ownDoors({ waysIn }: Above): Record<string, Revoke> {
  return {
    sessions: deleteSessions,
    verifications: deleteLoginSteps,
    mail_links: deleteMailLinks,
    email_changes: deleteEmailChange,
    known_browsers: deleteKnownBrowsers,
    passkeys: deletePasskeysOf,
    passkey_challenges: deleteChallengesOf,
    phone_proofs: (db, id) => deletePhoneProof(db, { kind: 'person', id }),
    ...waysIn,
  }
}

/**
 * Revokes everything that opened a person's account, or gave access through it: for an account that is recovered,
 * blocked, given another role or deleted. The calling use case authorises. Guards still get alarms by SMS, with a
 * separate link for each alarm.
 */
export async function revokeEverything({ db, clock, above }: Ports, personId: string) {
  const now = clock.now()
  await countRevocation(db, personId)
  for (const revoke of Object.values({ ...ownDoors(above), ...above.heldThrough })) await revoke(db, personId, now)
}

/**
 * As `revokeEverything`, for somebody who has changed their own password and continues in a renewed session. What
 * others hold through the account stays: a new password is no reason to revoke a guard's link in the middle of a shift.
 */
export async function revokeOwn({ db, clock, above }: Ports, personId: string) {
  const { sessions: _, ...doors } = ownDoors(above)
  await countRevocation(db, personId)
  for (const revoke of Object.values(doors)) await revoke(db, personId, clock.now())
}

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
 * What a person holds that opens a door without asking again who they are, by the table it lies in. Each slice hands in
 * how its own ends (`above`); test/shape/doors.test.ts finds every table with a secret in it that is missing here.
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
 * Nothing that opened a person's account, or a door through it, opens anything afterwards. For an account that is won
 * back, blocked, given another role or deleted; the use case that calls it has asked whether it may. Alarms still reach
 * the guards by SMS, with a link of their own for each call.
 */
export async function revokeEverything({ db, clock, above }: Ports, personId: string) {
  const now = clock.now()
  await countRevocation(db, personId)
  for (const revoke of Object.values({ ...ownDoors(above), ...above.heldThrough })) await revoke(db, personId, now)
}

/**
 * The same for somebody who has changed their own password and goes on in a session that was made anew. What others hold
 * stays: a new password is no reason to take a guard's link in the middle of a shift.
 */
export async function revokeOwn({ db, clock, above }: Ports, personId: string) {
  const { sessions: _, ...doors } = ownDoors(above)
  await countRevocation(db, personId)
  for (const revoke of Object.values(doors)) await revoke(db, personId, clock.now())
}

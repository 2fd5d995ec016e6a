import type { House } from '~/platform/house.server'
import { type AccountMailKind, takeAccountMailRequest } from '../account-store.server'
import { insertVerificationLink, readByAddress, upsertRecoveryLink } from '../recovery/mail-link-store.server'
import { newLinkToken } from '../recovery/secret-link.server'
import { mailRecovery, mailVerification } from './mails.server'

const hour = 60 * 60_000
/** Validity of the links, as the mails say. */
const linkLife: Record<AccountMailKind, number> = { recovery: hour, verification: 3 * 24 * hour }

/**
 * Handles one queued request: creates its link and puts the mail in the outbox, in one transaction. Queued, so that
 * response times do not reveal whether an account exists (timing attack). Runs as a system job, without a user.
 */
export async function sendDueAccountMail(house: House): Promise<number> {
  const taken = await house.db.transaction().execute(async (db) => {
    const request = await takeAccountMailRequest(db)
    if (!request) return 0
    const person = await readByAddress(db, request.email)
    if (!person || (request.kind === 'verification' && person.emailVerified)) return 1
    const { token, tokenHash } = newLinkToken()
    const expiresAt = new Date(house.clock.now().getTime() + linkLife[request.kind])
    const link = { profileId: person.id, email: person.email, tokenHash, expiresAt }
    if (request.kind === 'recovery') {
      await upsertRecoveryLink(db, link)
      await mailRecovery({ ...house, db }, person, token)
    } else {
      await insertVerificationLink(db, link)
      await mailVerification({ ...house, db }, person, token)
    }
    return 1
  })
  if (taken > 0) house.wake('mail')
  return taken
}

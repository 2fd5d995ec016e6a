import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { type AccountMailKind, takeAccountMailRequest } from '../account-store.server'
import { insertVerificationLink, readByAddress, upsertRecoveryLink } from '../recovery/mail-link-store.server'
import { newLinkToken } from '../recovery/secret-link.server'
import { mailRecovery, mailVerification } from './mails.server'

const hour = 60 * 60_000
/** Validity of the links, as the mails say. */
const linkLife: Record<AccountMailKind, number> = { recovery: hour, verification: 3 * 24 * hour }

/**
 * Handles queued requests, each in one transaction: creates its link and puts the mail in the outbox. Queued, so that
 * response times do not reveal whether an account exists (timing attack). Runs as a system job, without a user.
 */
export function sendDueAccountMail(house: House): Promise<number> {
  return oneRun((run) =>
    run.through(async (turn) => {
      const wasDue = await house.db.transaction().execute((db) => sendNext({ ...house, db }, turn))
      if (wasDue) house.wake('mail')
      return wasDue
    }),
  )
}

async function sendNext(
  house: Pick<House, 'db' | 'clock' | 'config' | 'keys' | 'isClosing'>,
  turn: Turn,
): Promise<boolean> {
  const { db, clock } = house
  if (house.isClosing()) return false
  const request = await takeAccountMailRequest(db, turn.setAside)
  if (!request) return false
  turn.claimed(request.id)
  const person = await readByAddress(db, request.email)
  if (!person || (request.kind === 'verification' && person.emailVerified)) return true
  const { token, tokenHash } = newLinkToken()
  const expiresAt = new Date(clock.now().getTime() + linkLife[request.kind])
  const link = { profileId: person.id, email: person.email, tokenHash, expiresAt }
  if (request.kind === 'recovery') {
    await upsertRecoveryLink(db, link)
    await mailRecovery(house, person, token)
  } else {
    await insertVerificationLink(db, link)
    await mailVerification(house, person, token)
  }
  return true
}

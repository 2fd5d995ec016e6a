import { z } from 'zod'
import { mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import {
  deleteEmailChange,
  deleteLoginSteps,
  hasAccount,
  takeEmailChange,
  updateEmail,
  upsertEmailChange,
} from '../account-store.server'
import { parseProven } from '../login/prove-self.server'
import { deleteMailLinks } from '../recovery/mail-link-store.server'
import { hashOfToken, newLinkToken } from '../recovery/secret-link.server'
import { insertEmailUndo, lockAddress, takeUndosTo } from './email-undo-store.server'
import {
  mailAddressChangeAsked,
  mailAddressChanged,
  mailAddressPutBack,
  mailNewAddress,
  mailTakenAddress,
} from './mails.server'

const failure = 'Adressen är inte bytt'
/** Validity of the link to the new address. The mail says three days. */
const linkLife = 3 * 24 * 60 * 60_000
/** Validity of the undo link. The mail says two weeks, so that somebody who was away can still use it. */
const undoLife = 14 * 24 * 60 * 60_000
const changeForm = z.object({ email: field.email })

/**
 * Requests a change of one's own address. The old address stays until the link mailed to the new one is used. The
 * answer and the page are the same whether or not the new address already has an account (no account enumeration); only
 * that inbox is told.
 */
export async function requestEmailChange(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = await parseProven({ house, visitor, signedIn, values }, changeForm, failure)
  if (!form.ok) return form
  const { person } = signedIn
  const newEmail = form.value.email
  if (newEmail === person.email) return refused(failure, { fields: { email: 'Det är den adress du redan har' } })
  if (!(await mayTry(house, 'verification mail', person.id))) {
    return refused(failure, {
      message: 'Vi har skickat många mejl den senaste timmen. Vänta en stund och försök igen.',
    })
  }

  const { token, tokenHash } = newLinkToken()
  const expiresAt = new Date(house.clock.now().getTime() + linkLife)
  const { origin } = house.config
  await house.db.transaction().execute(async (db) => {
    await upsertEmailChange(db, person.id, { newEmail, tokenHash, expiresAt })
    await mailAddressChangeAsked(db, origin, person, newEmail)
    if (await hasAccount(db, newEmail)) await mailTakenAddress(db, origin, newEmail)
    else await mailNewAddress({ ...house, db }, { id: person.id, name: person.name, email: newEmail }, token)
  })
  house.wake('mail')
  return accepted(null)
}

/** Cancels one's own pending change of address. */
export async function cancelEmailChange(house: House, { person }: SignedIn): Promise<Outcome<null>> {
  await deleteEmailChange(house.db, person.id)
  return accepted(null)
}

/**
 * Confirms a change by the link from the mail. False if the link belongs to no change, or the address is taken by now.
 */
export async function confirmEmailChange(house: House, token: string): Promise<boolean> {
  const now = house.clock.now()
  try {
    const isDone = await house.db.transaction().execute(async (db) => {
      const change = await takeEmailChange(db, hashOfToken(token), now)
      if (!change) return false
      await leaveAddress({ ...house, db }, change, now)
      await updateEmail(db, change.profileId, change.newEmail, now)
      // Links mailed to the old address must not open the account any more.
      await deleteMailLinks(db, change.profileId)
      await deleteLoginSteps(db, change.profileId)
      return true
    })
    if (isDone) house.wake('mail')
    return isDone
  } catch (error) {
    if (brokenConstraint(error) !== 'profiles_email_key') throw error
    return false
  }
}

/**
 * Mails the old address a link that undoes the change, but only if the old address was verified: a mistyped one belongs
 * to a stranger, who must not be given the account. If the account returns to an address that still has such a link, no
 * new link is made.
 */
async function leaveAddress(ports: House, { profileId, newEmail }: { profileId: string; newEmail: string }, now: Date) {
  const { email, isProven, name, hasSecondFactor } = await lockAddress(ports.db, profileId)
  if (await takeUndosTo(ports.db, profileId, newEmail, now)) {
    return mailAddressPutBack(ports.db, ports.config, email, 'asked for')
  }
  if (!isProven) return
  const { token, tokenHash } = newLinkToken()
  const expiresAt = new Date(now.getTime() + undoLife)
  const undo = { profileId, tokenHash, oldEmail: email, hadSecondStep: hasSecondFactor, movedAt: now, expiresAt }
  await insertEmailUndo(ports.db, undo)
  await mailAddressChanged(ports, { id: profileId, name, email }, token)
}

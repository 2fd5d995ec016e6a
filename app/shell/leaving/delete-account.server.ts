import { z } from 'zod'
import {
  deleteAccountMailRequests,
  deleteProfile,
  lockAdmins,
  lockProfile,
  parseProven,
  readAccount,
  revokeEverything,
} from '~/accounts/public.server'
import { forgetReporter, hasOpenAlarm, lockOpenWalk } from '~/alarms/public.server'
import { leaveBookings, tellPages } from '~/bookings/public.server'
import { forgetCentresOf } from '~/centres/public.server'
import { closeCompanyOf, forgetFile } from '~/companies/public.server'
import { deleteContactMessagesFrom } from '~/contact/public.server'
import { forgetGuardsOf } from '~/guards/public.server'
import { forgetMember, readTippedBy } from '~/membership/public.server'
import { forgetPerson } from '~/notifications/public.server'
import { deleteMailTo } from '~/outbox/public.server'
import { forgetPayer, tellOfBaseBack } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { accepted, type Outcome, refused } from '~/shared/outcome'

const failure = 'Kontot är kvar'
const onlyAdministrator = 'Du är den enda administratören. Gör någon annan till administratör först.'
/** A guard on the way must not be left without a person to go to, whoever holds the phone. */
const alarmIsOpen =
  'Du har ett larm som pågår. Är du trygg, säg det på larmsidan. Har någon redan tagit larmet kan du ta bort kontot när det är avslutat.'
const deletionForm = z.object({
  understood: field.ticked('Bekräfta att du förstår att det inte går att ångra'),
})

/**
 * Deletes one's own account, for good. Sessions, identities, points and so on are deleted with the profile. A company
 * stays for the bookkeeping, hidden and without an owner, as do bookings and reviews without the person. The last
 * administrator cannot leave, nor a member with an open alarm.
 */
export async function deleteAccount(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = await parseProven({ house, visitor, signedIn, values }, deletionForm, failure)
  if (!form.ok) return form

  const { person } = signedIn
  const left = await house.db.transaction().execute(async (db) => {
    if (person.role === 'admin' && (await lockAdmins(db)).length === 1) return { message: onlyAdministrator }
    // Locked first: an alarm raised at this moment waits for the lock, and then finds no account.
    await lockProfile(db, person.id)
    // Waits for a walk home that is just raising an alarm.
    await lockOpenWalk(db, person.id)
    if (await hasOpenAlarm(db, person.id)) return { message: alarmIsOpen }
    return deletePerson({ ...house, db }, person.id)
  })
  if ('message' in left) return refused(failure, left)
  for (const booking of left.bookings) tellPages(house, booking)
  for (const file of left.files) await forgetFile(house, file)
  return accepted({ cookies: await house.auth.sessions.signOut(visitor.headers) })
}

/**
 * Precondition: the profile is locked. Returns what cannot be part of the transaction: picture files no longer used,
 * and bookings whose open pages need an update.
 */
async function deletePerson(
  { db, clock, config, above }: Pick<House, 'db' | 'clock' | 'config' | 'above'>,
  profileId: string,
) {
  const now = clock.now()
  // First, because guards are found through their company.
  await revokeEverything({ db, clock, above }, profileId)
  const account = await readAccount(db, profileId)
  // Lock order: all companies at once, also those whose tip is forgotten below. Otherwise two owners who have tipped
  // each other's company and leave at the same time could deadlock.
  const tipped = await readTippedBy(db, profileId)
  const bookings = await leaveBookings(db, config.origin, profileId, now, tipped)
  await forgetGuardsOf(db, profileId, now)
  await forgetCentresOf(db, profileId)
  await deleteAccountMailRequests(db, account.email)
  const back = await forgetPayer({ db, clock, config, above }, profileId)
  await forgetReporter(db, profileId)
  const files = await closeCompanyOf(db, profileId, now)
  await forgetMember(db, profileId)
  // Data tied to the mail address alone may only be deleted by somebody who has verified the address.
  if (account.email_verified) {
    await deleteMailTo(db, account.email, account.created_at)
    await deleteContactMessagesFrom(db, account.email)
  }
  await forgetPerson(db, profileId, account.phone_verified_at && account.phone)
  await deleteProfile(db, profileId)
  // After the earlier mails to them are deleted: the notice of a refund is the last mail they get.
  if (back) await tellOfBaseBack({ db, config }, back)
  return { files, bookings }
}

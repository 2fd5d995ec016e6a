import { readStanding } from '~/alarms/public.server'
import { hasBooked } from '~/bookings/public.server'
import { readListing, readOpeningHours, readServicesShown, requireOwnCompany } from '~/companies/public.server'
import { owesForPackage } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { companyLines, companySeen, isStartShown, memberLines, type StartLine } from './start'
import { readStartMarks } from './start-store.server'

type Ports = Pick<House, 'db'>

/** The checklist for an overview. `lines` is null when everything is done or the list is put away. */
const shownAs = (lines: StartLine[], putAwayAt: Date | null) => ({
  lines: isStartShown(lines, putAwayAt !== null) ? lines : null,
  /** Put away with lines left, so it can be shown again. */
  canBeTakenOut: putAwayAt !== null && isStartShown(lines, false),
})

export async function readMemberStart({ db, keys }: Pick<House, 'db' | 'keys'>, { person }: SignedIn) {
  const [standing, booked, marks] = await Promise.all([
    readStanding({ db, keys }, person),
    hasBooked(db, person.id),
    readStartMarks(db, person.id),
  ])
  const lines = memberLines({
    ...standing,
    emailVerified: person.emailVerified,
    onHomeScreen: marks.onHomeScreenAt !== null,
    hasBooked: booked,
  })
  return shownAs(lines, marks.putAwayAt)
}

export async function readCompanyStart({ db }: Ports, signedIn: SignedIn) {
  const company = await requireOwnCompany(db, signedIn)
  const [listing, area, hours, services, owes, marks] = await Promise.all([
    readListing(db, { id: company.id }, 'look'),
    readPostcode(db, company.postcode),
    readOpeningHours(db, company.id),
    readServicesShown(db, company.id),
    owesForPackage(db, company.id),
    readStartMarks(db, signedIn.person.id),
  ])
  const facts = {
    isApproved: listing?.isApproved ?? false,
    isHidden: company.review_state === 'hidden',
    isAreaOpen: area?.state === 'open',
    hasHours: hours.length > 0,
    hasServices: services.length > 0,
    hasLogo: company.logo_url !== null,
    statesFTax: company.f_tax_stated,
    owes,
  }
  return { ...shownAs(companyLines(facts), marks.putAwayAt), seen: companySeen(facts) }
}

export type StartShown = { lines: StartLine[] | null; canBeTakenOut: boolean }

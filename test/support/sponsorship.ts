import { upsertPermit } from '~/companies/standing/admin-store.server'
import { savePostcode } from '~/postcodes/public.server'
import { firstDay, type Month, monthAfter, monthOf, nextMonths } from '~/shared/month'
import type { TestHouse } from './house'
import { joinAsCompany, type Resident } from './people'

export { joinAsAdmin } from './people'

/** Helpers for tests of sponsorship. */

export const monthsFrom = (house: TestHouse, count = 12): Month[] => nextMonths(monthOf(house.clock.now()), count)

/** Moves the clock to about noon of a day. Adding 32 days would sometimes skip a month. */
export const goTo = (house: TestHouse, day: string) =>
  house.clock.forward({ days: Math.round((Date.parse(`${day}T12:00:00Z`) - house.clock.now().getTime()) / 86_400_000) })

export const goToNextMonth = (house: TestHouse) => goTo(house, firstDay(monthAfter(monthOf(house.clock.now()))))

export const sponsorForm = (month: string, given: Record<string, string> = {}) => ({ month, terms: 'on', ...given })

export const seasonForm = (months: readonly string[], given: Record<string, string> = {}) => ({
  months: months.join(','),
  title: 'Vårstäd i hela kvarteret',
  description: 'Fönster och förråd till fast pris.',
  terms: 'on',
  ...given,
})

/** The company row of its owner. */
export async function companyOf(house: TestHouse, { signedIn }: Resident) {
  return house.db
    .selectFrom('companies')
    .selectAll()
    .where('owner_id', '=', signedIn.person.id)
    .executeTakeFirstOrThrow()
}

export async function slotsOf(house: TestHouse, table: 'sponsor_slots' | 'season_slots', companyId: string) {
  return house.db
    .selectFrom(table)
    .select(['id', 'month', 'status', 'price_cents', 'release_reason'])
    .where('company_id', '=', companyId)
    .orderBy('month')
    .orderBy('id')
    .execute()
}

/** The versions of the terms that somebody has accepted. */
export async function termsAcceptedBy(house: TestHouse, { signedIn }: Resident) {
  const accepted = house.db.selectFrom('terms_acceptances').select('version').orderBy('accepted_at')
  return (await accepted.where('profile_id', '=', signedIn.person.id).execute()).map(({ version }) => version)
}

/** A version from before all others. */
export const earlierTerms = '2026-01-01'

/** Makes the accepted version an earlier one. */
export const acceptedEarlierTerms = (house: TestHouse, { signedIn }: Resident) =>
  house.db
    .updateTable('terms_acceptances')
    .set({ version: earlierTerms })
    .where('profile_id', '=', signedIn.person.id)
    .execute()

/** A company in an open postcode of its own, so that other tests' months do not collide. */
let made = 0
export const joinAlone = (house: TestHouse) => joinIn(house, String(20_000 + made++))

/** A company in an open postcode. */
export async function joinIn(house: TestHouse, code: string) {
  await savePostcode(house.db, { code, name: `Område ${code}`, state: 'open', latitude: 59.27, longitude: 18 })
  return joinAsCompany(house, { postcode: code })
}

type Given = { name?: string; areas?: readonly string[] }

/**
 * Inserts a guard company's permit as an administrator who has checked it does: by default for its current name, number
 * and postcode.
 */
export async function givePermit(
  { db }: Pick<TestHouse, 'db'>,
  companyId: string,
  validUntil: string,
  given: Given = {},
) {
  const company = await db
    .selectFrom('companies')
    .select(['name', 'org_number as orgNumber', 'postcode'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { name = company.name, areas = [company.postcode] } = given
  const permit = { number: 'AB-1234', kind: 'Bevakning', validUntil, name, orgNumber: company.orgNumber, areas }
  await upsertPermit(db, companyId, { ...permit, checkedBy: null, checkedAt: new Date() })
}

/** A company's name, the name that it asks for, and its review state. */
export async function nameRow(db: TestHouse['db'], companyId: string) {
  return db
    .selectFrom('companies')
    .select(['name', 'org_number', 'proposed_name', 'proposed_org_number', 'name_version', 'review_state'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
}

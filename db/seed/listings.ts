import { usualPlace } from '~/companies/services/place'
import type { Database } from '~/platform/database/database.server'
import { type DemoListing, type DemoService, demoListings } from './listing-texts'

/** Seeds the demo companies' services, offers, opening hours and closed days. */
export async function seedListings(db: Database, now: Date): Promise<void> {
  const companies = await db.selectFrom('companies').select(['id', 'name', 'postcode']).execute()
  for (const company of companies) {
    const listing = demoListings[company.name]
    if (listing) await insertListing(db, company, listing, dayFrom(now))
  }
}

type DayFrom = (days: number) => string

/** Days relative to today, so that the demo is equally fresh whenever it is seeded. */
function dayFrom(now: Date): DayFrom {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Europe/Stockholm')
    .toPlainDate()
  return (days) => today.add({ days }).toString()
}

async function insertListing(
  db: Database,
  company: { id: string; postcode: string },
  listing: DemoListing,
  day: DayFrom,
) {
  const company_id = company.id
  await db
    .insertInto('services')
    .values(listing.services.map((service, position) => ({ company_id, position, ...serviceRow(service) })))
    .execute()
  await db
    .insertInto('opening_hours')
    .values(
      listing.hours.flatMap(({ weekdays, spans }) =>
        weekdays.flatMap((weekday) => spans.map(([opens, closes]) => ({ company_id, weekday, opens, closes }))),
      ),
    )
    .execute()
  for (const { title, description, from, to } of listing.offers ?? []) {
    const period = { valid_from: day(from), valid_to: day(to) }
    await db
      .insertInto('offers')
      .values({ company_id, title, description, ...period, postcode: company.postcode })
      .execute()
  }
  for (const { from, to, reason } of listing.closed ?? []) {
    await db
      .insertInto('closed_periods')
      .values({ company_id, from_day: day(from), to_day: day(to), reason })
      .execute()
  }
}

function serviceRow({ title, description, category, kronor, minutes, place, labourPercent }: DemoService) {
  return {
    title,
    description,
    category,
    place: place ?? usualPlace(category),
    base_price_cents: kronor * 100,
    duration_min: minutes,
    is_rut: labourPercent !== undefined,
    labour_percent: labourPercent ?? 100,
  }
}

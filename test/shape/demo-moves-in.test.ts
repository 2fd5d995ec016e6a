import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isCalledIn } from '~/companies/public.server'
import { parseFileName } from '~/platform/files/files.server'
import { seedDemo } from '../../db/seed/demo'
import { drawPhotos, hangPhotos } from '../../db/seed/photos'
import { testSecret, useHouse } from '../support/house'

const house = useHouse()

test('the seeded demo has photos, a weekly series, a visit of two services, and shifts only where the partner is called', async () => {
  await seedDemo(house.db, house.clock.now(), house.config, [testSecret])
  await hangPhotos(house, await drawPhotos(house))
  const photos = await house.db.selectFrom('company_photos').select(['url', 'card_url', 'alt', 'service_id']).execute()
  expect(photos.map(({ service_id }) => service_id !== null).toSorted()).toEqual([false, false, true])
  for (const address of photos.flatMap(({ url, card_url }) => [url, card_url])) {
    const name = parseFileName(address.replace('/files/', ''))
    expect(name && (await house.files.get(name)), address).toBeTruthy()
  }
  const shifts = house.db.selectFrom('patrol_shifts').where('company_id', 'is not', null)
  const elsewhere = shifts.where(
    sql<boolean>`not ${isCalledIn(sql`patrol_shifts.company_id`, sql`patrol_shifts.postcode`, house.clock.now())}`,
  )
  // A partner that patrols a postcode must also be called there, and no patrol is shown where nobody can be called.
  expect(await elsewhere.select(['postcode', 'day']).execute()).toEqual([])
  // Lists that are newest first are ordered by id.
  const reviews = await house.db.selectFrom('reviews').select('written_at').orderBy('id').execute()
  const written = reviews.map(({ written_at }) => written_at.getTime())
  expect(written).toEqual(written.toSorted((one, other) => one - other))
  const weekly = await house.db
    .selectFrom('bookings')
    .innerJoin('booking_series', 'booking_series.id', 'bookings.series_id')
    .select(['bookings.status', 'weeks', 'service_title'])
    .execute()
  // Thirteen weeks, less holidays and the week in which the company is closed.
  expect(weekly.length).toBeGreaterThan(8)
  expect(weekly.every((one) => one.weeks === 1 && one.status === 'confirmed')).toBe(true)
  const visit = await house.db
    .selectFrom('bookings')
    .select(['service_title', 'scheduled_at', 'ends_at', 'customer_id'])
    .where('visit_id', 'is not', null)
    .orderBy('id')
    .execute()
  expect(visit.map(({ service_title }) => service_title)).toEqual(['Hemstäd, två timmar', 'Fönsterputs, lägenhet'])
  expect(visit[1]?.scheduled_at).toEqual(visit[0]?.ends_at)
})

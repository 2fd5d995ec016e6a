import { beforeEach, expect, test } from 'vitest'
import { lastWeeks } from '~/ui/chart/week'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsCompany } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { mostCounted } from './attention/attention-store.server'
import { readAttention, some } from './attention/read-attention.server'
import { countDays, readDays, readTotals } from './figures-store.server'
import { readOverview } from './read-overview.server'

/* The figures of the administrators' overview, at the boundaries of its days and weeks. */

const house = useHouse()
beforeEach(() => setClock('2026-11-20T12:00:00Z'))
const today = '2026-11-20'
const weeks = lastWeeks(today, 12)
const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

test('charts cover twelve weeks from the Monday of the first, and the bookings of the month start on its first day', async () => {
  const admin = await joinAsAdmin(house)
  const [first = '', second = ''] = weeks
  const figures = (what: 'sign-ups' | 'bookings' | 'alarms', ...days: [day: string, count: number][]) =>
    house.db
      .insertInto('daily_figures')
      .values(days.map(([day, count]) => ({ what, day, count })))
      .execute()
  await figures('sign-ups', [dayBefore(first), 100], [first, 3], [second, 4])
  await figures('bookings', ['2026-10-31', 50], ['2026-11-01', 6], ['2026-11-19', 7])
  await figures('alarms', [dayBefore(second), 2])
  await house.db.deleteFrom('alarm_figures').execute()
  const { charts, cards } = await readOverview(house, admin.signedIn)
  expect([charts.weeks.length, charts.weeks[0], charts.weeks.at(-1)]).toEqual([12, 'v. 36', 'v. 47'])
  expect(charts.signUps.slice(0, 3)).toEqual([3, 4, 0])
  expect(charts.alarms.slice(0, 2)).toEqual([2, 0])
  expect(cards.bookings).toBe(13)
  expect(charts.responseSeconds).toEqual(Array(12).fill(null))
})

test('the response time is the average of a week’s taken alarms in seconds, and null when none was taken', async () => {
  const admin = await joinAsAdmin(house)
  const [first = '', second = '', third = ''] = weeks
  await house.db.deleteFrom('alarm_figures').execute()
  await house.db
    .insertInto('alarm_figures')
    .values([
      { postcode: '12540', day: dayBefore(first), alarms: 1, taken: 1, take_ms: 900_000 },
      { postcode: '12540', day: first, alarms: 1, taken: 1, take_ms: 10_000 },
      { postcode: '12541', day: first, alarms: 2, taken: 2, take_ms: 50_000 },
      { postcode: '12540', day: dayBefore(second), alarms: 1, taken: 1, take_ms: 41_999 },
      { postcode: '12540', day: second, alarms: 3, taken: 0, take_ms: 0 },
      { postcode: '12540', day: third, alarms: 1, taken: 1, take_ms: 1_000 },
    ])
    .execute()
  const { charts } = await readOverview(house, admin.signedIn)
  expect(charts.responseSeconds.slice(0, 4)).toEqual([25, null, 1, null])
})

test('totals are zero without any postcode figures', async () => {
  await house.db.deleteFrom('postcode_figures').execute()
  expect(await readTotals(house.db)).toEqual({ people: 0, companies: 0 })
})

test('lists a permit from thirty days before it expires, and a failed message for a week', async () => {
  await joinAsAdmin(house)
  const firm = await joinAsCompany(house)
  const company_id = (await companyOf(house, firm)).id
  await house.db.updateTable('companies').set({ is_security_partner: true }).where('id', '=', company_id).execute()
  const permit = { name: 'Vakt AB', org_number: '556016-0680', authorisation_number: '1', authorisation_class: 'x' }
  await house.db
    .insertInto('security_partner_records')
    .values({ company_id, ...permit, valid_until: '2026-12-20' })
    .execute()
  const message = {
    channel: 'mail',
    kind: 'x',
    recipient: 'x',
    subject: 'x',
    body_text: 'x',
    body_html: '<p>',
    state: 'failed',
  } as const
  const week = 7 * 86_400_000
  const created_at = new Date(house.clock.now().getTime() - week)
  await house.db
    .insertInto('outbox_messages')
    .values({ ...message, created_at })
    .execute()
  const shown = async () =>
    (await readAttention(house))
      .filter(({ what }) => /^(Tillstånd|Meddelanden)/.test(what))
      .map(({ what, count }) => [what, count])
  expect(await shown()).toEqual([
    ['Meddelanden som inte gick fram', '1'],
    ['Tillstånd som går ut inom en månad', '1'],
  ])
  await house.db.updateTable('security_partner_records').set({ valid_until: '2026-12-21' }).execute()
  await house.db
    .updateTable('outbox_messages')
    .set({ created_at: new Date(created_at.getTime() - 1) })
    .execute()
  expect(await shown()).toEqual([])
})

test.each([
  [0, '0'],
  [mostCounted - 1, '99'],
  [mostCounted, '100+'],
])('a count of %d is shown as %s', (count, words) => {
  expect(some(count)).toBe(words)
})

test('midnight in Stockholm belongs to the new day, counted on the fly or stored', async () => {
  await house.db.deleteFrom('daily_figures').execute()
  await house.db.deleteFrom('profiles').execute()
  // Stockholm is an hour ahead of UTC.
  for (const created_at of ['2026-11-17T22:59:59.999Z', '2026-11-17T23:00:00Z', '2026-11-18T23:00:00Z'].map(
    (at) => new Date(at),
  )) {
    const { signedIn } = await joinAsCompany(house)
    await house.db.updateTable('profiles').set({ created_at }).where('id', '=', signedIn.person.id).execute()
  }
  const read = async (since: string) =>
    (await readDays(house.db, 'sign-ups', since, today)).filter(({ count }) => count > 0)
  const days = [
    { day: '2026-11-17', count: 1 },
    { day: '2026-11-18', count: 1 },
    { day: '2026-11-19', count: 1 },
  ]
  expect([await read('2026-11-17'), await read('2026-11-18')]).toEqual([days, days.slice(1)])
  expect(await countDays(house.db, 'sign-ups', today, 2)).toBe(2)
  expect(await countDays(house.db, 'sign-ups', today, 9)).toBe(1)
  expect([await read('2026-11-17'), await read('2026-11-18')]).toEqual([days, days.slice(1)])
  expect(await countDays(house.db, 'sign-ups', today, 9)).toBe(0)
})

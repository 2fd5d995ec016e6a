import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayOf, daysAfter } from '~/shared/time'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { holdWakes, useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { companyOf, joinAlone, monthsFrom, sponsorForm } from '../../test/support/sponsorship'
import { countDaysThatAreOver } from './count-days.server'
import { readDays } from './figures-store.server'
import { readOverview } from './read-overview.server'

const house = useHouse()
holdWakes(house)

test('past days are counted once and stored, today is counted on the fly, by the date in Stockholm', async () => {
  const day = (ago: number) => daysAfter(dayOf(house.clock.now()), -ago)
  const came = async (moment: string) => {
    const { signedIn } = await joinAsMember(house)
    const at = sql<Date>`${moment}::timestamp at time zone 'Europe/Stockholm'`
    await house.db.updateTable('profiles').set({ created_at: at }).where('id', '=', signedIn.person.id).execute()
  }
  // Around midnight in Stockholm, which is another date in UTC.
  await came(`${day(3)} 23:30`)
  await came(`${day(2)} 00:15`)
  await came(`${day(2)} 23:59`)
  await joinAsMember(house)
  const expected = [
    { day: day(3), count: 1 },
    { day: day(2), count: 2 },
    { day: day(1), count: 0 },
  ]
  const total = async () =>
    (await readDays(house.db, 'sign-ups', day(3), day(0))).reduce((sum, { count }) => sum + count, 0)

  // Before the chore has run, every day is counted on the fly.
  const uncounted = await readDays(house.db, 'sign-ups', day(3), day(0))
  expect(uncounted.filter(({ count }) => count > 0)).toEqual([...expected.slice(0, 2), { day: day(0), count: 1 }])
  expect(await total()).toBe(4)
  await Promise.all([countDaysThatAreOver(house), countDaysThatAreOver(house)])
  expect(await readDays(house.db, 'sign-ups', day(3), day(0))).toEqual([...expected, { day: day(0), count: 1 }])
  await countDaysThatAreOver(house)
  expect(await total()).toBe(4)
  expect(await readDays(house.db, 'sign-ups', day(2), day(0))).toEqual([
    ...expected.slice(1),
    { day: day(0), count: 1 },
  ])
})

test('the overview lists what waits, and only for administrators', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
  await house.db
    .insertInto('outbox_messages')
    .values({
      channel: 'mail',
      kind: 'x',
      recipient: 'x',
      subject: 'x',
      body_text: 'x',
      body_html: 'x',
      state: 'failed',
    })
    .execute()
  const waiting = await joinAlone(house)
  valueFrom(await applyAsSponsor(house, waiting.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
  const marked = {
    profile_id: siv.signedIn.person.id,
    company_id: (await companyOf(house, waiting)).id,
    why: 'much',
  } as const
  const [now, month] = [house.clock.now(), '2026-01-01']
  await house.db
    .insertInto('point_marks')
    .values([
      { ...marked, month, marked_at: now, settled_at: null },
      { ...marked, month, marked_at: now, settled_at: null, why: 'many' },
      { ...marked, month, marked_at: now, settled_at: now, why: 'tips' },
    ])
    .execute()
  const { attention, cards } = await readOverview(house, admin.signedIn)
  expect(attention).toContainEqual(expect.objectContaining({ what: 'Meddelanden som inte gick fram', count: '1' }))
  const payments = { what: 'Betalningar att markera', count: '1', to: '/dashboard/admin/payments', urgent: false }
  expect(attention).toContainEqual({ ...payments, since: expect.any(String), isAlarm: false })
  expect(attention).toContainEqual(expect.objectContaining({ what: 'Poäng att titta på', count: '2' }))
  expect(cards.people).toBeGreaterThan(0)
  await expect(readOverview(house, siv.signedIn)).rejects.toThrow('not allowed')
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { recordRefusal } from '~/audit/audit-store.server'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { askForBase } from '~/payments/public.server'
import { openNeighbourhood, press } from '../../../test/support/alarms'
import { bookingValues, joinNear, openShop } from '../../../test/support/bookings'
import { holdWakes, useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { readActivity } from '../read-activity.server'
import { readOverview } from '../read-overview.server'
import { type Attention, readAttention } from './read-attention.server'

const house = useHouse()
holdWakes(house)
const ago = (days: number) => new Date(house.clock.now().getTime() - days * 86_400_000)

test('an alarm that nobody has taken is first and urgent, apart from alarms that somebody has', async () => {
  const admin = await joinAsAdmin(house)
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const about = (all: Attention[]) => all.filter(({ what }) => what.startsWith('Larm som'))
  expect(about(await readAttention(house))).toMatchObject([
    { what: 'Larm som ingen har svarat på', count: '1', urgent: true, since: expect.any(String) },
  ])
  expect((await readAttention(house))[0]).toMatchObject({ urgent: true })
  expect(await readOverview(house, admin.signedIn)).toMatchObject({ unanswered: 1, cards: { alarms: '1' } })
  valueFrom(await takeAlarm(house, guard, alarmId))
  expect(about(await readAttention(house))).toMatchObject([{ what: 'Larm som någon har', urgent: false }])
  expect(await readOverview(house, admin.signedIn)).toMatchObject({ unanswered: 0, cards: { alarms: '1' } })
})

test('lists everything that waits for a person, urgent first and then by waiting time', async () => {
  const admin = await joinAsAdmin(house)
  const { db } = house
  const shop = await openShop(house)
  const author_id = admin.signedIn.person.id
  const { id: chargeId } = found(
    await db.transaction().execute((trx) => askForBase({ ...house, db: trx }, shop.companyId, ago(9))),
  )
  await db
    .insertInto('broadcasts')
    .values({
      key: randomUUID(),
      author_id,
      postcode: '12540',
      purpose: 'safety_sms',
      state: 'asked',
      text: 'x',
      created_at: ago(8),
    })
    .execute()
  await db
    .insertInto('swish_requests')
    .values({
      ...{
        id: 'A'.repeat(32),
        charge_id: chargeId,
        amount_cents: 100,
        payee: '1231181189',
        state: 'paid',
        note: 'fel summa',
      },
      ...{ created_at: ago(7), ended_at: ago(7), next_attempt_at: ago(7) },
    })
    .execute()
  await db
    .insertInto('card_events')
    .values({ id: 'evt_1', type: 'x', object_id: 'x', outcome: 'mismatch', happened_at: ago(6), received_at: ago(6) })
    .execute()
  await db
    .insertInto('bank_files')
    .values({ digest: 'a'.repeat(64), name: 'fil.xml', read_at: ago(5), read_by: author_id })
    .execute()
  await db
    .insertInto('contact_messages')
    .values({
      key: randomUUID(),
      name: 'x',
      email: 'x@exempel.se',
      message: 'x',
      interest: 'customer',
      created_at: ago(4),
    })
    .execute()
  await db
    .insertInto('uncovered_postcodes')
    .values({ postcode: '12540', since: ago(3) })
    .execute()
  await db
    .insertInto('alarm_incidents')
    .values({ kind: 'late step', subject: 'x', found_at: ago(2) })
    .execute()
  await db
    .insertInto('card_orders')
    .values({
      key: randomUUID(),
      kind: 'end subscription',
      object_id: 'sub_1',
      state: 'failed',
      next_attempt_at: ago(1),
    })
    .execute()

  const attention = await readAttention(house)
  expect(attention.filter(({ urgent }) => urgent).map(({ what }) => what)).toEqual([
    'Öppna områden utan trygghetspartner',
    'Varningar från larmvakten',
  ])
  const calm = attention.filter(({ urgent }) => !urgent).map(({ what }) => what)
  const expected = [
    'Betalningar att markera',
    'Utskick att godkänna',
    'Betalningar med Swish som inte stämmer',
    'Betalningar med kort som inte stämmer',
    'Bankfiler att bokföra',
    'Frågor att svara på',
    'Kortordrar som leverantören sa nej till',
  ]
  expect(calm.filter((what) => expected.includes(what))).toEqual(expected)
  expect(attention.slice(0, 2).every(({ urgent }) => urgent)).toBe(true)
})

test('lists a missing backup in production and not in the demo', async () => {
  const told = async (mode: 'demo' | 'production') =>
    (await readAttention({ ...house, config: { ...house.config, mode } }))
      .filter(({ what }) => what.includes('kerhetskopia'))
      .map(({ what, to, count }) => [what, to, count])
  expect(await told('demo')).toEqual([])
  expect(await told('production')).toEqual([['Ingen säkerhetskopia är känd', '/dashboard/admin/upkeep', '1']])
})

test('lists a low SMS balance as urgent until it is topped up', async () => {
  const sms = { adapter: '46elks' as const }
  const told = async (ore: number) => {
    await house.db.deleteFrom('sms_balance').execute()
    await house.db.insertInto('sms_balance').values({ ore, looked_at: house.clock.now() }).execute()
    const attention = await readAttention({ ...house, config: { ...house.config, sms } })
    return attention.filter(({ what }) => what.startsWith('SMS'))
  }
  const low = house.config.smsLowOre
  expect(await told(low)).toEqual([])
  expect(await told(low - 1)).toEqual([
    {
      ...{ what: 'SMS-saldot är lågt', count: '1', since: null, to: '/dashboard/admin/outbox' },
      ...{ urgent: true, isAlarm: false },
    },
  ])
})

test('activity shows sign-ups and bookings, and the refused attempts of the day as a number', async () => {
  const admin = await joinAsAdmin(house)
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const day = new Date(house.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, '10:00')))
  for (let knock = 0; knock < 20; knock++) {
    await recordRefusal(house.db, {
      at: house.clock.now(),
      actorId: null,
      address: '192.0.2.9',
      door: 'GET /dashboard/admin',
      as: 'signed out',
    })
  }
  const { lines, knocks } = await readActivity(house, admin.signedIn)
  expect(knocks).toBe('20')
  expect(lines.map(({ what }) => what)).not.toContain('Nekades i adminpanelen')
  expect(lines[0]).toMatchObject({ what: 'Bokade Hemstäd', actor: { id: member.signedIn.person.id } })
  expect(lines).toContainEqual(
    expect.objectContaining({
      what: 'Nytt konto',
      subject: expect.objectContaining({ id: member.signedIn.person.id }),
    }),
  )
  const siv = await joinAsMember(house)
  await expect(readActivity(house, siv.signedIn)).rejects.toThrow('not allowed')
  // Yesterday's refusals are not counted today.
  house.clock.forward({ days: 2 })
  expect((await readActivity(house, admin.signedIn)).knocks).toBeNull()
})

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { DeliveryState, RecipientRole } from '~/alarms/alarm'
import { placeAlarm } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { exportSetup } from './export-setup.server'
import { readOwnStreet, readStanding } from './read-setup.server'
import {
  readSavedHome,
  readSealedHomes,
  readSetupOf,
  readTests,
  removeHome,
  replaceSealedHome,
  writeHome,
  writeSharesPosition,
} from './setup-store.server'

/** One member's alarm set-up, beside another's. */

const house = useHouse()
let now: Date
let own: string
let other: string
const from = (ms: number) => new Date(now.getTime() + ms)
const home = {
  street: 'Götalandsvägen',
  number: '12 B',
  floor: '3 tr',
  doorName: 'Lind',
  doorCode: '1234',
  toKnow: 'Hund',
}

beforeEach(async () => {
  await house.db.deleteFrom('alarm_setups').execute()
  now = house.clock.now()
  own = (await joinAsMember(house)).signedIn.person.id
  other = (await joinAsMember(house)).signedIn.person.id
})

test('saving, overwriting and removing a home leaves the position choice and another member’s home as they are', async () => {
  const none = { saved: null, sharesPosition: null, homeSavedAt: null }
  expect(await readSetupOf(house, own)).toEqual(none)
  await writeSharesPosition(house.db, own, true)
  await writeHome(house, own, home, now)
  await writeHome(house, other, { ...home, street: 'Annan gata' }, now)
  await writeHome(house, own, { ...home, number: '14' }, from(1))
  expect(await readSetupOf(house, own)).toMatchObject({ sharesPosition: true, homeSavedAt: from(1) })
  expect((await readSavedHome(house, own))?.home).toEqual({ ...home, number: '14' })
  await writeSharesPosition(house.db, own, false)
  await removeHome(house.db, own)
  expect(await readSetupOf(house, own)).toEqual({ ...none, sharesPosition: false })
  expect([await readSavedHome(house, own), (await readSavedHome(house, other))?.home.street]).toEqual([
    null,
    'Annan gata',
  ])
  expect(await readSetupOf(house, other)).toMatchObject({ sharesPosition: null, homeSavedAt: now })
})

test('readOwnStreet gives street, number and floor, without door code and door name', async () => {
  const street = (postcode = '12540') => readOwnStreet(house, { id: own, postcode })
  expect(await street()).toBeNull()
  await writeHome(house, own, home, now)
  expect(await street()).toBe('Götalandsvägen 12 B, 3 tr')
  await writeHome(house, own, { ...home, floor: '' }, now)
  expect(await street()).toBe('Götalandsvägen 12 B')
})

test('readOwnStreet gives no former street once the member has moved', async () => {
  await writeHome(house, own, home, now, '12540')
  expect(await readOwnStreet(house, { id: own, postcode: '12540' })).toBe('Götalandsvägen 12 B, 3 tr')
  expect(await readOwnStreet(house, { id: own, postcode: '11122' })).toBe('')
})

async function tried(reported_by: string, ms: number, given: { is_test?: boolean } = {}) {
  const over = { status: 'cancelled' as const, closed_at: now, created_at: from(ms) }
  return placeAlarm(house, now, { reported_by, is_test: true, ...over, ...given })
}

type Call = {
  role?: RecipientRole
  state?: DeliveryState
  kind?: 'call' | 'closed'
  channel?: 'sms' | 'centre'
  seen?: boolean
}

async function call(
  alarm_id: string,
  { role = 'partner', state = 'sent', kind = 'call', channel = 'sms', seen }: Call,
) {
  const id = randomUUID()
  const whose = role === 'operator' ? { profile_id: randomUUID() } : { company_id: randomUUID() }
  const whom = { id, alarm_id, role, name: 'Ali', link_hash: id, created_at: now, seen_at: seen ? now : null }
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...whom, ...whose })
    .execute()
  const delivery = { alarm_id, recipient_id: id, channel, kind, round: 1, state, due_at: now, is_test: true }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...delivery, created_at: now })
    .execute()
}

test.each<[string, Call, 'reached' | 'under way' | 'nobody']>([
  ['was sent to a partner', {}, 'reached'],
  ['was delivered to a neighbour', { role: 'neighbour', state: 'delivered' }, 'reached'],
  ['was opened although its message failed', { state: 'failed', seen: true }, 'reached'],
  ['waits to be sent', { state: 'queued' }, 'under way'],
  ['is being sent', { state: 'sending' }, 'under way'],
  ['failed', { state: 'failed' }, 'nobody'],
  ['has an unknown outcome', { state: 'unsure' }, 'nobody'],
  ['was withdrawn', { state: 'withdrawn' }, 'nobody'],
  ['went only to an operator', { role: 'operator' }, 'nobody'],
  ['went only to a centre', { channel: 'centre' }, 'nobody'],
  ['was never sent, only the message of its end', { kind: 'closed' }, 'nobody'],
])('a test whose call %s counts as done only if it reached somebody who can come', async (_, given, became) => {
  await call(await tried(own, 1), given)
  const unheard = { at: from(1), isUnderWay: became === 'under way' }
  const tests = became === 'reached' ? { testedAt: from(1), unheard: null } : { testedAt: null, unheard }
  expect(await readTests(house.db, own)).toEqual(tests)
})

test('readTests returns the member’s own newest tests, and no real alarm or another’s test', async () => {
  const none = { testedAt: null, unheard: null }
  expect(await readTests(house.db, own)).toEqual(none)
  for (const ms of [1, 2]) await call(await tried(own, ms), {})
  await call(await tried(own, 3, { is_test: false }), {})
  await call(await tried(other, 4), {})
  expect(await readTests(house.db, own)).toEqual({ testedAt: from(2), unheard: null })
  await tried(own, 5)
  expect(await readTests(house.db, own)).toEqual({ testedAt: from(2), unheard: { at: from(5), isUnderWay: false } })
  expect(await readStanding(house, { id: own, postcode: '12540' })).toEqual({
    ...{ phoneIsProven: false, hasHome: false, sharesPosition: null, testedAt: from(2) },
    unheard: { at: from(5), isUnderWay: false },
  })
  const proven = house.db.updateTable('profiles').set({ phone_verified_at: now })
  await proven.where('id', '=', own).execute()
  expect([
    (await readStanding(house, { id: own, postcode: '12540' })).phoneIsProven,
    (await readStanding(house, { id: other, postcode: '12540' })).phoneIsProven,
  ]).toEqual([true, false])
})

test('sealed homes are read by keyset pagination and replaced only if they are unchanged', async () => {
  const [first = '', second = ''] = [own, other].toSorted()
  for (const id of [second, first]) await writeHome(house, id, home, now)
  const third = (await joinAsMember(house)).signedIn.person.id
  await writeSharesPosition(house.db, third, true)
  const ids = async (after: string | null, most = 9) =>
    (await readSealedHomes(house.db, after, most)).map(({ personId }) => personId)
  expect([await ids(null), await ids(null, 1), await ids(first)]).toEqual([[first, second], [first], [second]])
  const [one, two] = await readSealedHomes(house.db, null, 9)
  await replaceSealedHome(house.db, first, 'what it was not', 'x')
  const anew = house.keys.seal('alarm home', JSON.stringify({ of: first, home }))
  await replaceSealedHome(house.db, first, one?.sealed ?? '', anew)
  expect((await readSealedHomes(house.db, null, 9)).map(({ sealed }) => sealed)).toEqual([anew, two?.sealed])
})

test('exportSetup contains the home and the position choice', async () => {
  expect(await exportSetup(house, own)).toEqual({ delarPlatsVidLarm: null, hem: null })
  await writeHome(house, own, home, now)
  await writeSharesPosition(house.db, own, true)
  expect(await exportSetup(house, own)).toEqual({
    delarPlatsVidLarm: true,
    hem: {
      ...{ gata: 'Götalandsvägen', nummer: '12 B', våning: '3 tr', namnPåDörren: 'Lind', portkod: '1234' },
      ...{ braAttVeta: 'Hund', sparat: now },
    },
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { carryOutSteps } from '~/alarms/engine/carry-out-steps.server'
import { claimDeliveries, settleDeliveries } from '~/alarms/engine/delivery-store.server'
import { handBack } from '~/alarms/engine/follow-up.server'
import { sendDelivery } from '~/alarms/engine/send/send-delivery.server'
import { saySafe } from '~/alarms/raise/say-safe.server'
import type { House } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import { openElksVoice } from '~/platform/voice/elks-voice.server'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
  historyOf,
  openNeighbourhood,
  press,
  roomFor,
  textsTo,
  workOff,
} from '../test/support/alarms'
import { again, type Phone } from '../test/support/counterparts/elks-phones'
import { type ElksServer, startElks } from '../test/support/counterparts/elks-server'
import { employGuard, guardRow } from '../test/support/guards'
import { testSecret, useHouse } from '../test/support/house'
import { valueFrom } from '../test/support/outcome'
import { serveOnLoopback } from '../test/support/serve'
import { voiceAddress, voiceRoutes } from './voice'

/** Calls through a simulated 46elks on loopback, whose callbacks come in over HTTP. */
const account = { username: 'u1', password: 'hemligt', sender: '+46766860000' }
const house = useHouse()
let elks: ElksServer
let door: Awaited<ReturnType<typeof serveOnLoopback>>
let ringing: House
/** While true, the database is unreachable for the provider's callbacks. */
let isAway = false

beforeAll(async () => {
  elks = await startElks(account)
  const origin = { get: () => door.origin }
  const config = Object.defineProperty({ ...house.config }, 'origin', origin)
  const doorHouse = Object.defineProperty({ ...house, config }, 'db', {
    get() {
      if (isAway) throw new Error('the database is away')
      return house.db
    },
  })
  door = await serveOnLoopback(voiceRoutes(doorHouse), '/webhooks/voice')
  ringing = { ...house, voice: openElksVoice({ ...account, url: elks.url }, voiceAddress(door.origin, house.keys)) }
})
afterAll(async () => {
  await door.close()
  await elks.close()
})
beforeEach(async () => {
  // Removes deliveries that earlier tests left unsent.
  for (const table of ['alarm_deliveries', 'alarm_steps'] as const) await house.db.deleteFrom(table).execute()
  elks.calls.length = elks.phones.length = elks.next.length = 0
  elks.mood = 'well'
  elks.reportsFirst = isAway = false
})

const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })

/** A member, and a guard on duty who accepts calls. */
async function openStreet(rings: 'alarms' | 'alarms and tests' | 'never' = 'alarms') {
  const street = await openNeighbourhood(house)
  await house.db.updateTable('guards').set({ rings }).where('id', '=', street.guardId).execute()
  return street
}

/** Processes all that is due, with these phones, until every call has ended. */
async function goOn(...phones: Phone[]) {
  elks.phones.push(...phones)
  await workOff({ ...house, ...ringing, clock: house.clock } as typeof house)
  await elks.settled()
}

const callsOf = async (alarmId: string) =>
  (await deliveriesOf(house.db, alarmId))
    .filter((each) => each.startsWith('voice'))
    .map((each) => each.split(' ').at(-1))
const rowOf = (alarmId: string) =>
  house.db
    .selectFrom('alarm_deliveries')
    .selectAll()
    .where('alarm_id', '=', alarmId)
    .where('channel', '=', 'voice')
    .executeTakeFirstOrThrow()
async function raise(street: Awaited<ReturnType<typeof openStreet>>, values = {}) {
  const { alarmId } = await press(house, street.member, values)
  await workOff(house)
  seconds(31)
  return alarmId
}

describe('a call to a guard', () => {
  test('takes the alarm when answered with 1, and the guard gets an SMS with where to go', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn({ presses: ['1'] })
    const [call] = elks.calls
    expect(call).toMatchObject({ from: account.sender, to: street.phone, timeout: '30', heard: ['alarm', 'yours'] })
    expect(call?.statuses).toEqual([200, 200, 204])
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'acknowledged', taken_by_guard: street.guardId })
    expect(await rowOf(alarmId)).toMatchObject({ state: 'delivered', digit: '1', cost: 9500, provider_id: call?.id })
    expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'rung', 'taken'])
    await workOff(house)
    expect(textsTo(house, street.phone).at(-1)).toContain('Du har larmet')
  })

  test('repeats the message on 2, declines on 3, and leaves the alarm open for others', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn({ presses: ['2', '3'] })
    expect(elks.calls[0]?.heard).toEqual(['alarm', 'alarm', 'declined'])
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new' })
    expect(await historyOf(house.db, alarmId)).toContain('declined')
    expect(await rowOf(alarmId)).toMatchObject({ state: 'delivered', digit: '3' })
  })

  test.each<[string, Phone, string, string[], string]>([
    ['by a voicemail', 'voicemail', 'sent', ['alarm'], 'svarade utan att trycka, eller en telefonsvarare'],
    [
      'by somebody who presses keys without a meaning',
      { presses: ['7', '#', '9'] },
      'sent',
      ['alarm', 'alarm', 'alarm', 'alarm'],
      'svarade utan',
    ],
    ['by nobody before it stops ringing', 'lets it ring', 'failed', [], 'inget svar'],
    ['by nobody because the line is engaged', 'engaged', 'failed', [], 'upptaget'],
  ])('answered %s counts neither as an answer nor as delivered', async (_, phone, state, heard, reason) => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn(phone)
    expect(elks.calls[0]?.heard).toEqual(heard)
    const row = await rowOf(alarmId)
    expect(row).toMatchObject({ state, digit: null, delivered_at: null })
    expect(row.reason).toContain(reason)
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new' })
    const { seen_at } = await house.db
      .selectFrom('alarm_recipients')
      .selectAll()
      .where('alarm_id', '=', alarmId)
      .executeTakeFirstOrThrow()
    expect(seen_at).toBeNull()
  })

  test('that reached voicemail is made again, and then the guard can take the alarm', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn('voicemail')
    expect(elks.calls).toHaveLength(1)
    seconds(91)
    await goOn({ presses: ['1'] })
    expect(elks.calls.map(({ heard }) => heard)).toEqual([['alarm'], ['alarm', 'yours']])
    expect(await callsOf(alarmId)).toEqual(['sent', 'delivered'])
  })

  test('says that somebody else has the alarm when it is taken while the phone rings', async () => {
    const street = await openStreet()
    const other = await addPartner(house, street.postcode)
    await raise(street).then((alarmId) => takeLate(alarmId, other.guard))
    expect(elks.calls[0]?.heard).toEqual(['elsewhere'])
  })

  /** The call is placed, and while it rings somebody else takes the alarm. */
  async function takeLate(alarmId: string, by: Parameters<typeof takeAlarm>[1]) {
    const [claimed] = await claimVoice()
    if (!claimed) throw new Error('no phone is rung')
    valueFrom(await takeAlarm(house, by, alarmId))
    elks.phones.push({ presses: ['1'] })
    await settleDeliveries(house.db, [await sendDelivery({ ...ringing }, claimed)], house.clock.now())
    await elks.settled()
  }

  async function claimVoice() {
    await carryOutSteps(house, false, 25)
    const now = house.clock.now()
    return claimDeliveries(house.db, {
      isTest: false,
      room: roomFor(0, { voice: 10 }),
      inFlight: [],
      now,
      until: new Date(now.getTime() + 6_000),
    })
  }

  test('does not take the alarm when the digit comes after somebody else took it', async () => {
    const street = await openStreet()
    const other = await addPartner(house, street.postcode)
    const alarmId = await raise(street)
    await goOn('voicemail')
    valueFrom(await takeAlarm(house, other.guard, alarmId))
    const [call] = elks.calls
    const digit = call?.callbacks.find(({ url }) => url.endsWith('/digit'))
    if (!digit) throw new Error('nothing was asked')
    expect(await again({ ...digit, form: { ...digit.form, result: '1' } })).toEqual({ status: 200, heard: 'elsewhere' })
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ taken_by_guard: other.guardId })
  })

  test('says that the alarm is over when the digit comes after it was cancelled', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn('voicemail')
    valueFrom(await saySafe(house, street.member.signedIn, alarmId))
    const digit = elks.calls[0]?.callbacks[1]
    expect(digit && (await again({ ...digit, form: { ...digit.form, result: '1' } }))).toMatchObject({ heard: 'over' })
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'cancelled', taken_by_guard: null })
  })

  test('handles callbacks that are repeated and late idempotently: the first answer counts, also after a hand-back', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn({ presses: ['1'] })
    const [call] = elks.calls
    for (const callback of [...(call?.callbacks ?? [])].reverse()) {
      expect((await again(callback)).heard).toBe(callback.url.endsWith('/over') ? null : 'yours')
    }
    expect((await historyOf(house.db, alarmId)).filter((kind) => kind === 'taken')).toHaveLength(1)
    valueFrom(await handBack(house, street.guard, alarmId))
    const digit = call?.callbacks[1]
    expect(digit && (await again(digit)).heard).toBe('fault')
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new', taken_by_guard: null })
    expect(await rowOf(alarmId)).toMatchObject({ state: 'delivered', digit: '1' })
    // The provider retries callbacks for hours; by then the alarm has moved on.
    seconds(1_000)
    expect(digit && (await again(digit))).toEqual({ status: 204, heard: null })
  })

  test('takes callbacks that arrive before the response to the request that placed the call', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    elks.reportsFirst = true
    await goOn({ presses: ['1'] })
    expect(await rowOf(alarmId)).toMatchObject({ state: 'delivered', digit: '1', provider_id: elks.calls[0]?.id })
  })

  test('is not placed again when the provider’s response is lost but its callbacks arrive', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    elks.next.push('lost answer')
    await goOn({ presses: ['1'] })
    expect(elks.calls).toHaveLength(1)
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'acknowledged' })
    expect(await callsOf(alarmId)).toEqual(['delivered'])
  })

  test('whose outcome the provider never reports stays open and is retried after a minute and a half', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    elks.next.push('lost answer')
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('they do not call back'))
    await goOn({ presses: ['1'] })
    vi.restoreAllMocks()
    expect(await callsOf(alarmId)).toEqual(['sending'])
    seconds(89)
    await goOn('lets it ring')
    expect(elks.calls).toHaveLength(1)
    seconds(12)
    await goOn('lets it ring', 'lets it ring')
    expect(await callsOf(alarmId)).toEqual(['unsure', 'failed'])
  })

  test('is retried soon when the provider answers 5xx or 402, and not when it rejects the number with 400', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    elks.next.push({ status: 500 }, { status: 402 })
    await goOn()
    seconds(2)
    await goOn()
    expect(await callsOf(alarmId)).toEqual(['queued'])
    seconds(3)
    await goOn({ presses: ['3'] })
    expect(await callsOf(alarmId)).toEqual(['delivered'])
    seconds(90)
    elks.next.push({ status: 400 })
    await goOn()
    expect(await callsOf(alarmId)).toEqual(['delivered', 'failed'])
  })

  test('plays an error message when the answer cannot be stored, and takes the alarm when the callback is retried', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn('voicemail')
    isAway = true
    const [start, digit] = elks.calls[0]?.callbacks ?? []
    expect(digit && (await again({ ...digit, form: { ...digit.form, result: '1' } }))).toEqual({
      status: 200,
      heard: 'fault',
    })
    expect(start && (await again(start)).heard).toBe('fault')
    isAway = false
    expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new' })
    expect(digit && (await again({ ...digit, form: { ...digit.form, result: '1' } })).heard).toBe('yours')
  })
})

describe('calls', () => {
  test('go to guards on duty who chose them; a test only to those who chose tests, whose phone is then tested', async () => {
    const quiet = await openStreet('never')
    const alarmId = await raise(quiet)
    await goOn()
    expect([elks.calls, await callsOf(alarmId)]).toEqual([[], []])

    const plain = await openStreet()
    await raise(plain, { test: 'on' })
    await goOn()
    expect(elks.calls).toEqual([])

    const eager = await openStreet('alarms and tests')
    await house.db.updateTable('guards').set({ tested_at: null }).where('id', '=', eager.guardId).execute()
    const { alarmId: tested } = await press(house, eager.member, { test: 'on' })
    await goOn({ presses: ['1'] })
    expect(elks.calls.map(({ to, heard }) => [to, heard])).toEqual([[eager.phone, ['test', 'heard']]])
    expect(await historyOf(house.db, tested)).toEqual(['raised', 'called', 'taken'])
    expect((await guardRow(house.db, eager.guardId)).tested_at).not.toBeNull()
  })

  test('never go to the member, and only ask for help, never tell how it ended', async () => {
    const street = await openStreet()
    const other = await addPartner(house, street.postcode)
    await house.db.updateTable('guards').set({ rings: 'alarms' }).where('id', '=', other.guardId).execute()
    const alarmId = await raise(street)
    await goOn('voicemail', { presses: ['1'] })
    await saySafe(house, street.member.signedIn, alarmId)
    await goOn()
    const kinds = await house.db
      .selectFrom('alarm_deliveries')
      .select(['kind', 'channel'])
      .where('alarm_id', '=', alarmId)
      .execute()
    expect(new Set(kinds.filter(({ channel }) => channel === 'voice').map(({ kind }) => kind))).toEqual(
      new Set(['call']),
    )
    const { phone } = await house.db
      .selectFrom('profiles')
      .select('phone')
      .where('id', '=', street.member.signedIn.person.id)
      .executeTakeFirstOrThrow()
    expect(elks.calls.map(({ to }) => to)).not.toContain(phone)
  })

  test('are made to a phone one at a time, also when two guards share it', async () => {
    const street = await openStreet()
    const { companyId: second } = await addPartner(house, street.postcode)
    await employGuard(house, second, { phone: street.phone, rings: 'alarms', name: 'Ali Rahimi' })
    const alarmId = await raise(street)
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('it goes on ringing'))
    await goOn({ presses: [] }, { presses: [] })
    vi.restoreAllMocks()
    expect(elks.calls).toHaveLength(1)
    expect((await callsOf(alarmId)).sort()).toEqual(['queued', 'sending'])
  })
})

describe('the voice webhook', () => {
  test('returns 404 without the signed address of the call, ignores another call’s id and rejects malformed requests', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn('voicemail')
    const [start] = elks.calls[0]?.callbacks ?? []
    if (!start) throw new Error('nobody picked up')
    const { id } = await rowOf(alarmId)
    const others = openKeys(['another-0ne-of-32-ch4racters-00aZ'])
    const wrong = [
      start.url.replace(/.(?=\/answered)/, (last) => (last === '_' ? '-' : '_')),
      start.url.replace(`${id}.1.`, `${id}.2.`),
      voiceAddress(door.origin, others)(id, 1, 'answered'),
      `${door.origin}/webhooks/voice/${id}/answered`,
      `${door.origin}/webhooks/voice/x/over`,
    ]
    for (const url of wrong) expect([url, (await again({ url, form: start.form })).status]).toEqual([url, 404])
    // A call of the same provider that does not belong to this delivery.
    expect(await again({ ...start, form: { ...start.form, callid: 'c-another' } })).toEqual({
      status: 204,
      heard: null,
    })
    expect((await fetch(start.url)).status).toBe(405)
    expect((await again({ ...start, form: {} })).status).toBe(400)
    expect((await fetch(start.url, { method: 'POST', body: 'x'.repeat(30_000) })).status).toBe(413)
    const older = openKeys(['the-newest-secret-of-32-chars-0aZ9', testSecret])
    expect(voiceAddress('', older)(id, 1, 'answered')).not.toBe(voiceAddress('', house.keys)(id, 1, 'answered'))
  })

  test('ignores a report about another call', async () => {
    const street = await openStreet()
    const alarmId = await raise(street)
    await goOn('voicemail')
    const over = elks.calls[0]?.callbacks.at(-1)
    expect(
      over && (await again({ ...over, form: { ...over.form, id: 'c-another', state: 'busy', cost: '1' } })).status,
    ).toBe(204)
    expect(await rowOf(alarmId)).toMatchObject({ state: 'sent', cost: 9500 })
  })
})

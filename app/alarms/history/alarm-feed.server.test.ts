import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '~/platform/database/database.server'
import { openNeighbourhood, press } from '../../../test/support/alarms'
import { letBeCalled, newPostcode, setAreas } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { takeAlarm } from '../answer/take-alarm.server'
import { type AlarmFeed, openAlarmFeed } from './alarm-feed.server'
import { readNews } from './alarm-wire'

const house = useHouse()

let hear: (payload: string | null) => void
let feed: AlarmFeed
beforeAll(() => {
  // The test replaces the listener, so that it decides when a NOTIFY is heard.
  const on = (_: string, heard: typeof hear) => {
    hear = heard
  }
  const listener = { on, close: async () => {} }
  feed = openAlarmFeed(house.db, listener, house.clock, house.log)
})
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

type Follower = { heard: string[]; isClosed: boolean }

function follow(id: string, kind: 'session' | 'guard' = 'session'): Follower {
  const follower: Follower = { heard: [], isClosed: false }
  const leave = feed.open({
    viewer: { kind, id },
    write(frame) {
      follower.heard.push(new TextDecoder().decode(frame))
      return true
    },
    close() {
      follower.isClosed = true
    },
  })
  leaving.push(leave)
  return follower
}
const followAs = ({ signedIn }: Resident) => follow(signedIn.sessionId)

const newsOf = ({ heard }: Follower) =>
  heard.filter((frame) => frame.startsWith('event: alarm')).map((frame) => readNews(frame.split('data: ')[1] ?? ''))

/** Announces a change of the alarm, and waits until a screen that may see it has been told. */
async function announce(alarmId: string, witness: Follower) {
  const before = witness.heard.length
  hear(JSON.stringify({ alarm: alarmId }))
  await vi.waitFor(() => expect(witness.heard.length).toBeGreaterThan(before), soon)
}

/** A company owner whose company may be called in that postcode. */
async function joinAsPartner(postcode: string) {
  const owner = await joinAsCompany(house, { postcode })
  const { id } = await companyOf(house, owner)
  await letBeCalled(house, id)
  return { owner, companyId: id }
}

async function giveLink(guardId: string) {
  const hash = guardId.replaceAll('-', '').padEnd(64, '0')
  await house.db
    .updateTable('guards')
    .set({ link_hash: hash, browser_hash: hash, browser_since: house.clock.now(), browser_seen_at: house.clock.now() })
    .where('id', '=', guardId)
    .execute()
  return hash
}

/** What removing a guard leaves of the row, but for the key of the browser: no page may rely on that being gone. */
const removedGuard = () => ({
  removed_at: new Date(),
  phone: null,
  link_hash: null,
  on_duty_since: null,
  on_duty_until: null,
})

test('the stream sends each viewer the alarm as their sight allows', async () => {
  const { member, postcode, guardId } = await openNeighbourhood(house)
  const { owner, companyId } = await joinAsPartner(postcode)
  const [own, partner, guard] = [followAs(member), followAs(owner), follow(await giveLink(guardId), 'guard')]
  const { alarmId } = await press(house, member)
  await announce(alarmId, own)
  expect(newsOf(own)).toMatchObject([{ own: { id: alarmId, state: 'new', recipients: expect.any(Number) } }])
  expect(newsOf(partner)).toMatchObject([{ partner: { reporterName: 'Eva', reporterPhone: null, isMine: false } }])
  expect(newsOf(guard)).toEqual(newsOf(partner))

  await takeAlarm(house, { kind: 'partner', companyId, guardId: null, via: 'page' }, alarmId)
  await announce(alarmId, own)
  expect(newsOf(own).at(-1)).toMatchObject({ own: { state: 'acknowledged', takerName: 'Lind Städ AB (Ägaren)' } })
  expect(newsOf(partner).at(-1)).toMatchObject({
    partner: { reporterName: 'Eva Lind', reporterPhone: '+46701234567', isMine: true },
  })
  expect(newsOf(guard).at(-1)).toMatchObject({ partner: { reporterName: 'Eva', reporterPhone: null, isMine: false } })
})

test('the stream never contains the phone’s position', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  const { owner } = await joinAsPartner(postcode)
  const [own, partner] = [followAs(member), followAs(owner)]
  const { alarmId } = await press(house, member, { latitude: '59.27891', longitude: '18.01234', accuracy: '8' })
  await announce(alarmId, own)
  expect(newsOf(partner)).toMatchObject([{ partner: { hasPosition: true } }])
  expect(partner.heard.join()).not.toContain('59.2789')
  expect(partner.heard.join()).not.toContain('18.0123')
})

describe('the live stream', () => {
  const change = (companyId: string, values: object) =>
    house.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
  const permit = (companyId: string) =>
    house.db
      .updateTable('security_partner_records')
      .set({ valid_until: '2020-01-01' })
      .where('company_id', '=', companyId)
      .execute()
  const end = ({ signedIn }: Resident, values: object) =>
    house.db.updateTable('sessions').set(values).where('id', '=', signedIn.sessionId).execute()

  test.each<[string, (partner: { owner: Resident; companyId: string }) => Promise<unknown>]>([
    ['a partner moved to another postcode', ({ companyId }) => setAreas(house, companyId, [newPostcode()])],
    ['a partner waiting for review', ({ companyId }) => change(companyId, { review_state: 'waiting' })],
    ['a partner with another name than its permit', ({ companyId }) => change(companyId, { name: 'Polisen' })],
    ['a blocked owner whose session remains', ({ owner }) => block(house, owner, new Date())],
    ['a partner that is not active', ({ companyId }) => change(companyId, { security_status: 'pending' })],
    ['a company that is no longer a partner', ({ companyId }) => change(companyId, { is_security_partner: false })],
    ['a hidden company', ({ companyId }) => change(companyId, { review_state: 'hidden', hidden_reason: 'Prov' })],
    ['a removed company', ({ companyId }) => change(companyId, { deleted_at: new Date() })],
    ['a partner whose permit has expired', ({ companyId }) => permit(companyId)],
    ['an owner whose session has expired', ({ owner }) => end(owner, { expires_at: new Date(0) })],
    [
      'an owner whose role is no longer company',
      ({ owner }) =>
        house.db
          .updateTable('profiles')
          .set({ user_role: 'member' })
          .where('id', '=', owner.signedIn.person.id)
          .execute(),
    ],
  ])('sends nothing more to %s', async (_, lose) => {
    const { member, postcode } = await openNeighbourhood(house)
    const partner = await joinAsPartner(postcode)
    const [witness, follower] = [followAs(member), followAs(partner.owner)]
    const { alarmId } = await press(house, member)
    await announce(alarmId, witness)
    expect(newsOf(follower)).toHaveLength(1)
    await lose(partner)
    await announce(alarmId, witness)
    expect(newsOf(follower)).toHaveLength(1)
  })

  test.each<[string, Record<string, unknown>]>([
    ['whose browser key has changed', { browser_hash: 'f'.repeat(64) }],
    ['who was removed', removedGuard()],
  ])('sends nothing more to a guard %s', async (_, lost) => {
    const { member, guardId } = await openNeighbourhood(house)
    const [witness, follower] = [followAs(member), follow(await giveLink(guardId), 'guard')]
    const { alarmId } = await press(house, member)
    await announce(alarmId, witness)
    expect(newsOf(follower)).toHaveLength(1)
    await house.db.updateTable('guards').set(lost).where('id', '=', guardId).execute()
    await announce(alarmId, witness)
    expect(newsOf(follower)).toHaveLength(1)
  })

  test('sends nothing to another member, nor to a neighbouring company before the alarm is widened', async () => {
    const { member, postcode } = await openNeighbourhood(house)
    const beside = newPostcode()
    const nextDoor = await joinAsPartner(beside)
    for (const code of [postcode, beside]) {
      await house.db.insertInto('postcodes').values({ code, name: 'Prov', state: 'open' }).execute()
    }
    await house.db.insertInto('postcode_neighbours').values({ code: postcode, neighbour: beside }).execute()
    const stranger = followAs(await joinAsMember(house, { postcode }))
    const [witness, follower] = [followAs(member), followAs(nextDoor.owner)]
    const { alarmId } = await press(house, member)
    await announce(alarmId, witness)
    expect([newsOf(stranger), newsOf(follower)]).toEqual([[], []])

    await house.db.updateTable('safety_alarms').set({ widened_at: new Date() }).where('id', '=', alarmId).execute()
    await announce(alarmId, witness)
    expect(newsOf(stranger)).toEqual([])
    expect(newsOf(follower)).toMatchObject([{ partner: { isNeighbours: true } }])
  })

  test('sends nothing to an administrator without a second factor', async () => {
    const { member } = await openNeighbourhood(house)
    const admin = await joinAsMember(house)
    const set = (values: object) =>
      house.db.updateTable('profiles').set(values).where('id', '=', admin.signedIn.person.id).execute()
    await set({ user_role: 'admin' })
    const [witness, follower] = [followAs(member), followAs(admin)]
    const { alarmId } = await press(house, member)
    await announce(alarmId, witness)
    expect(newsOf(follower)).toEqual([])
    await set({ two_factor_enabled: true })
    await announce(alarmId, witness)
    expect(newsOf(follower)).toMatchObject([{ line: { id: alarmId } }])
  })
})

test('changes that come during a read share one more read, and the newest state is sent last', async () => {
  const { member, companyId } = await openNeighbourhood(house)
  const own = followAs(member)
  const { alarmId } = await press(house, member)
  for (let i = 0; i < 20; i++) hear(JSON.stringify({ alarm: alarmId }))
  await takeAlarm(house, { kind: 'partner', companyId, guardId: null, via: 'page' }, alarmId)
  hear(JSON.stringify({ alarm: alarmId }))
  await vi.waitFor(() => expect(newsOf(own).at(-1)).toMatchObject({ own: { state: 'acknowledged' } }), soon)
  expect(newsOf(own).length).toBeLessThan(6)
})

test('changes that come during a read are sent after one more read, only to those whom they concern', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  const { owner } = await joinAsPartner(postcode)
  const [own, partner] = [followAs(member), followAs(owner)]
  const { alarmId } = await press(house, member)
  const sent = JSON.stringify({ alarm: alarmId, what: 'sent' })
  // The reading begins at once, so the other two arrive while it is under way.
  for (const word of [sent, JSON.stringify({ alarm: alarmId }), sent]) hear(word)
  await vi.waitFor(() => expect(newsOf(own)).toHaveLength(2), soon)
  expect(newsOf(partner)).toHaveLength(1)
})

test('the heartbeat closes the page of an ended session, and tells a page whose rights have changed', async () => {
  const { owner, companyId } = await joinAsPartner(newPostcode())
  const gone = await joinAsMember(house)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const beating = openAlarmFeed(house.db, { on: () => {}, close: async () => {} }, house.clock, house.log)
  const heard: string[] = []
  const open = (id: string, close: () => void) =>
    beating.open({ viewer: { kind: 'session', id }, write: (frame) => heard.push(String(frame)) > 0, close })
  const [closeGone, closeOwner] = [vi.fn(), vi.fn()]
  open(owner.signedIn.sessionId, closeOwner)
  open(gone.signedIn.sessionId, closeGone)
  const beat = async (frames: number) => {
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => expect(heard.length).toBe(frames), soon)
  }
  await beat(2)
  await house.db.deleteFrom('sessions').where('id', '=', gone.signedIn.sessionId).execute()
  await house.db.updateTable('companies').set({ security_status: 'pending' }).where('id', '=', companyId).execute()
  await beat(4)
  expect(closeGone).toHaveBeenCalledOnce()
  expect(closeOwner).not.toHaveBeenCalled()
  expect(heard.filter((frame) => frame.length !== heard[0]?.length)).toHaveLength(1)
  beating.close()
})

test('a page that opens during a heartbeat stays open', async () => {
  const [early, late] = [await joinAsMember(house), await joinAsMember(house)]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const beating = openAlarmFeed(house.db, { on: () => {}, close: async () => {} }, house.clock, house.log)
  const write = vi.fn(() => true)
  beating.open({ viewer: { kind: 'session', id: early.signedIn.sessionId }, write, close: () => {} })
  vi.advanceTimersByTime(20_000)
  const close = vi.fn()
  beating.open({ viewer: { kind: 'session', id: late.signedIn.sessionId }, write: () => true, close })
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), soon)
  expect(close).not.toHaveBeenCalled()
  beating.close()
})

test('a page that leaves during a heartbeat is written nothing more, and one that stays is written to again', async () => {
  const [early, stays] = [await joinAsMember(house), await joinAsMember(house)]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const beating = openAlarmFeed(house.db, { on: () => {}, close: async () => {} }, house.clock, house.log)
  const [gone, there] = [vi.fn(() => true), vi.fn((_: Uint8Array) => true)]
  const open = ({ signedIn }: Resident, write: (frame: Uint8Array) => boolean) =>
    beating.open({ viewer: { kind: 'session', id: signedIn.sessionId }, write, close: () => {} })
  const leave = open(early, gone)
  open(stays, there)
  for (const times of [1, 2]) {
    vi.advanceTimersByTime(20_000)
    leave()
    await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(times), soon)
  }
  expect(gone).not.toHaveBeenCalled()
  expect(there.mock.calls.map(([frame]) => new TextDecoder().decode(frame))).toEqual([': here\n\n', ': here\n\n'])
  beating.close()
})

test('that messages have been sent is told to the member and to administrators, and not to a partner', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  const { owner } = await joinAsPartner(postcode)
  const [own, partner, admin] = [followAs(member), followAs(owner), followAs(await joinAsAdmin(house))]
  const { alarmId } = await press(house, member)
  hear(JSON.stringify({ alarm: alarmId, what: 'sent' }))
  await vi.waitFor(() => expect([newsOf(own).length, newsOf(admin).length]).toEqual([1, 1]), soon)
  expect(newsOf(admin)).toMatchObject([{ line: { id: alarmId } }])
  await announce(alarmId, own)
  expect([newsOf(own).length, newsOf(partner).length]).toEqual([2, 1])
})

test('while the database is away no page is closed, and pages are told to reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let say: typeof hear = () => {}
  const on = (_: string, heard: typeof hear) => {
    say = heard
  }
  const nowhere = openDatabase(new pg.Pool({ host: '127.0.0.1', port: 1 }))
  const log = { ...house.log, error: vi.fn() }
  const away = openAlarmFeed(nowhere, { on, close: async () => {} }, house.clock, log)
  const [frames, close]: [string[], () => void] = [[], vi.fn()]
  const write = (frame: Uint8Array) => frames.push(new TextDecoder().decode(frame)) > 0
  away.open({ viewer: { kind: 'session', id: '00000000-0000-4000-8000-000000000002' }, write, close })
  const alarm = '00000000-0000-4000-8000-000000000003'
  say(JSON.stringify({ alarm }))
  await vi.waitFor(() => expect(frames).toEqual(['event: changed\ndata:\n\n']), soon)
  expect(log.error.mock.calls).toEqual([[{ alarmId: alarm, code: 'ECONNREFUSED' }, expect.any(String)]])
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(() => expect(frames.slice(1)).toEqual([': here\n\n']), soon)
  // After the failure, the next change of the alarm is read again.
  say(JSON.stringify({ alarm }))
  await vi.waitFor(() => expect(frames.slice(2)).toEqual(['event: changed\ndata:\n\n']), soon)
  expect(close).not.toHaveBeenCalled()
  away.close()
})

test('pages are told to reload when notifications may have been missed', () => {
  const follower = follow('00000000-0000-4000-8000-000000000000')
  hear(null)
  expect(follower.heard).toEqual(['event: changed\ndata:\n\n'])
})

test('a page that takes in nothing is closed, and closing the feed closes all pages and timers', () => {
  const stuck = { write: () => false, close: vi.fn() }
  feed.open({ viewer: { kind: 'session', id: '00000000-0000-4000-8000-000000000001' }, ...stuck })
  hear(null)
  hear(null)
  expect(stuck.close).toHaveBeenCalledOnce()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const other = openAlarmFeed(house.db, { on: () => {}, close: async () => {} }, house.clock, house.log)
  const close = vi.fn()
  other.open({ viewer: { kind: 'guard', id: 'x' }, write: () => true, close })
  other.close()
  expect([close.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})

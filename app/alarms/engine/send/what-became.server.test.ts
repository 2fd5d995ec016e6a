import { expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '~/platform/config.server'
import { openKeys } from '~/platform/keys.server'
import { TooLate } from '~/platform/time-limit'
import type { AlarmChannel } from '../../alarm'
import { recordings } from '../../voice/recordings'
import type { Claimed } from '../delivery-store.server'
import { hashOfToken, linkToken } from '../links/link-token.server'
import { type SendPorts, sendDelivery, sendTogether } from './send-delivery.server'

/** What is stored for one try, depending on the provider's answer and on earlier tries. */

const now = new Date('2027-03-02T12:00:00Z')
const keys = openKeys(['a-secret-only-for-tests-Qw7Lr2mXv8'])
const recipientId = '0195f0a0-0000-7000-8000-000000000001'
const claimed = (given: Partial<Claimed> = {}): Claimed => ({
  ...{
    id: 'd1',
    alarmId: 'a1',
    recipientId,
    companyId: 'c1',
    happenedAt: now,
    channel: 'sms',
    kind: 'call',
    role: 'partner',
  },
  ...{ attempts: 1, unanswered: 0, round: 1, isTest: false, isHiding: false, origin: 'member', postcode: '12540' },
  ...{ phone: '+46701740601', email: 'ali@exempel.se', pushOwner: null, word: 'K7' },
  linkHash: hashOfToken(linkToken(keys, recipientId)),
  ...{
    takerName: null,
    takerFirstName: null,
    isTaker: false,
    isColleagues: false,
    isOver: false,
    isOutAgain: false,
    companions: [],
  },
  ...{ memberName: null, reporter: null, mayReceive: true, isStillNeeded: true, wasPlaced: false, isRinging: false },
  ...given,
})

type Answer = object | Error
let asked: unknown[][]
function ports(answer: Answer, { leaves = true } = {}): SendPorts {
  asked = []
  const port = (name: string) => {
    const send = async (...given: unknown[]) => {
      asked.push([name, ...given])
      if (answer instanceof Error) throw answer
      return answer
    }
    return {
      name,
      leavesTheHouse: leaves,
      send,
      call: send,
      balance: async () => null,
      publicKey: '',
      accepts: () => true,
    }
  }
  return {
    ...{ clock: { now: () => now }, keys, config: { origin: 'https://kvartera.test', mode: 'production' } as Config },
    ...{ sms: port('sms'), mail: port('mail'), voice: port('voice'), push: port('push'), centre: port('centre') },
  } as unknown as SendPorts
}
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const nothing = {
  ...{ id: 'd1', attempts: 1, dueAt: null, reason: null, providerId: null, words: null, wasUnanswered: false },
  ...{ parts: null, cost: null, togetherWith: null, passOn: false },
}
const words = expect.stringContaining('LARM')
const temporary = { kind: 'temporary', reason: 'bort' }
const unanswered = { kind: 'unanswered', reason: 'tyst' }

test.each<[string, Partial<Claimed>, Answer, object]>([
  [
    'accepted',
    {},
    { kind: 'delivered', providerId: 'p1', parts: 2, cost: 300 },
    { state: 'sent', providerId: 'p1', parts: 2, cost: 300, words },
  ],
  ['accepted without a provider id', {}, { kind: 'delivered' }, { state: 'sent', words }],
  ['delivered at once', {}, { kind: 'delivered', arrived: true }, { state: 'delivered', words }],
  ['refused permanently', {}, { kind: 'permanent', reason: 'nej' }, { state: 'failed', reason: 'nej', passOn: true }],
  ['failing temporarily on the first try', {}, temporary, { state: 'queued', reason: 'bort', dueAt: later(1) }],
  [
    'failing temporarily on the second try',
    { attempts: 2 },
    temporary,
    { attempts: 2, state: 'queued', reason: 'bort', dueAt: later(2) },
  ],
  [
    'failing temporarily on the third try',
    { attempts: 3 },
    temporary,
    { attempts: 3, state: 'queued', reason: 'bort', dueAt: later(4), passOn: true },
  ],
  [
    'failing temporarily on the last try but one',
    { attempts: 12 },
    temporary,
    { attempts: 12, state: 'queued', reason: 'bort', dueAt: later(60), passOn: true },
  ],
  [
    'failing temporarily on the last try',
    { attempts: 13 },
    temporary,
    { attempts: 13, state: 'failed', reason: 'bort', passOn: true },
  ],
  ['ended by an exception', {}, new TypeError('boom'), { state: 'queued', reason: 'sms: TypeError', dueAt: later(1) }],
  ['unanswered', {}, unanswered, { state: 'queued', reason: 'tyst', dueAt: later(3), wasUnanswered: true }],
  [
    'over the time limit',
    {},
    new TooLate(25_000),
    { state: 'queued', reason: 'sms: TooLate', dueAt: later(3), wasUnanswered: true },
  ],
  [
    'unanswered a second time',
    { unanswered: 1 },
    unanswered,
    { state: 'unsure', reason: 'tyst', wasUnanswered: true, words, passOn: true },
  ],
  ['no longer for its recipient', { mayReceive: false }, {}, { state: 'withdrawn', reason: 'får inte längre larm' }],
  ['no longer needed', { isStillNeeded: false }, {}, { state: 'withdrawn', reason: 'behövs inte längre' }],
  ['without a phone number', { phone: null }, {}, { state: 'failed', reason: 'sms: inget nummer', passOn: true }],
  [
    'without a mail address',
    { channel: 'mail', email: null },
    {},
    { state: 'failed', reason: 'mejl: ingen adress', passOn: true },
  ],
])('stores the outcome of an SMS or mail that is %s', async (_, given, answer, settled) => {
  expect(await sendDelivery(ports(answer), claimed(given))).toEqual({ ...nothing, ...settled })
  if ('state' in settled && settled.state === 'withdrawn') expect(asked).toEqual([])
})

const voice = { channel: 'voice' as const }
test.each<[string, Partial<Claimed>, Answer, object]>([
  [
    'rings',
    {},
    { kind: 'placed', providerId: 'p1' },
    { state: 'sending', providerId: 'p1', dueAt: later(100), words: expect.any(String) },
  ],
  [
    'gets no answer from the provider',
    {},
    unanswered,
    { state: 'sending', reason: 'tyst', dueAt: later(100), wasUnanswered: true, words: expect.any(String) },
  ],
  ['is refused', {}, { kind: 'permanent', reason: 'nej' }, { state: 'failed', reason: 'nej' }],
  [
    'fails temporarily for the third time',
    { attempts: 3 },
    temporary,
    { attempts: 3, state: 'queued', reason: 'bort', dueAt: later(4) },
  ],
  [
    'is due while the phone is ringing',
    { isRinging: true },
    {},
    { state: 'queued', reason: 'telefonen rings redan', dueAt: later(1) },
  ],
  [
    'was placed and never reported on',
    { wasPlaced: true },
    {},
    { state: 'unsure', reason: 'samtalet: inget besked om hur det gick' },
  ],
  ['has no phone number', { phone: null }, {}, { state: 'failed', reason: 'samtal: inget nummer' }],
])('a phone call that %s does not fall back to mail', async (_, given, answer, settled) => {
  expect(await sendDelivery(ports(answer), claimed({ ...voice, ...given }))).toEqual({ ...nothing, ...settled })
})

test('a phone call without a provider has failed', async () => {
  const settled = await sendDelivery(ports({}, { leaves: false }), claimed({ ...voice, wasPlaced: true }))
  expect(settled).toEqual({ ...nothing, state: 'failed', reason: 'samtal: ingen telefon ringdes, utan leverantör' })
})

test('each channel is asked with its number or address, the message’s id and the attempt', async () => {
  const ask = async (channel: AlarmChannel, given: Partial<Claimed> = {}) => {
    await sendDelivery(ports({ kind: 'delivered' }), claimed({ channel, attempts: 2, ...given }))
    return asked
  }
  expect(await ask('sms')).toEqual([
    ['sms', { recipient: '+46701740601', text: expect.stringMatching(/^LARM/) }, 'd1', 2],
  ])
  expect(await ask('voice')).toEqual([['voice', '+46701740601', 'd1', 2]])
  expect(await ask('mail')).toMatchObject([['mail', { recipient: 'ali@exempel.se' }, 'd1']])
  const linkIn = async (given: Partial<Claimed>) =>
    JSON.stringify((await ask('mail', given))[0]).match(/https:\/\/kvartera\.test[\w/-]*/)?.[0]
  expect(await linkIn({})).toMatch(/\/larm\/[\w-]{26}$/)
  expect(await linkIn({ role: 'circle', memberName: 'Eva' })).toMatch(/\/larm\/[\w-]{26}\/folj$/)
  expect(await linkIn({ role: 'member', kind: 'nobody' })).toBe('https://kvartera.test/dashboard/customer/safety')
  expect(await linkIn({ role: 'operator' })).toBe('https://kvartera.test/dashboard/admin/alarms/a1')
})

test('the stored text has neither the personal link nor the answer word', async () => {
  const kept = async (given: Partial<Claimed>) =>
    (await sendDelivery(ports({ kind: 'delivered' }), claimed(given))).words
  expect(await kept({})).toContain('[personlig länk]')
  expect(await kept({})).toContain('Svara JA [ord]')
  expect(await kept({})).not.toMatch(/\/larm\/|K7/)
  expect(await kept({ word: null })).not.toContain('[ord]')
  expect(await kept({ channel: 'mail' })).not.toContain('kvartera.test')
  // For a phone call the recording is stored; the recording of a test says that it is a test.
  for (const isTest of [false, true]) {
    expect(await kept({ channel: 'voice', isTest })).toBe(recordings[isTest ? 'test' : 'alarm'])
  }
})

test('merged calls are sent and paid once, by the newest; those that did not leave are not merged', async () => {
  const calls = [
    claimed({ id: 'd1', alarmId: 'a1' }),
    claimed({ id: 'd3', alarmId: 'a3' }),
    claimed({ id: 'd2', alarmId: 'a2' }),
  ]
  const paid = { kind: 'delivered', providerId: 'p1', parts: 2, cost: 300 }
  const sent = (await sendTogether(ports(paid), calls)).map(({ id, state, togetherWith, parts, cost }) => [
    id,
    state,
    togetherWith,
    parts,
    cost,
  ])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject(['sms', { recipient: '+46701740601' }, 'd3', 1])
  expect(sent).toEqual([
    ['d1', 'sent', 'd3', null, null],
    ['d3', 'sent', null, 2, 300],
    ['d2', 'sent', 'd3', null, null],
  ])
  const together = async (answer: Answer) =>
    (await sendTogether(ports(answer), calls)).map(({ state, togetherWith }) => `${state} ${togetherWith}`)
  expect(await together(unanswered)).toEqual(['queued d3', 'queued null', 'queued d3'])
  expect(await together(temporary)).toEqual(['queued null', 'queued null', 'queued null'])
  expect(await together(new TooLate(25_000))).toEqual(['queued d3', 'queued null', 'queued d3'])
  // Without a phone number each is tried on its own.
  const none = calls.map((call) => ({ ...call, phone: null }))
  expect((await sendTogether(ports(paid), none)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})

test('a port that never answers times out after twenty-five seconds and counts as unanswered', async () => {
  vi.useFakeTimers({ now })
  onTestFinished(() => void vi.useRealTimers())
  const never = new Promise(() => {})
  const became: string[] = []
  void sendDelivery(ports(never), claimed()).then(({ state, reason }) => became.push(`${state} ${reason}`))
  void sendTogether(ports(never), [claimed()]).then(([one]) => became.push(`${one?.state} ${one?.reason}`))
  await vi.advanceTimersByTimeAsync(24_999)
  expect(became).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(became).toEqual(['queued sms: TooLate', 'queued sms: TooLate'])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ElksServer, startElks } from '../../../test/support/counterparts/elks-server'
import type { Mood } from '../../../test/support/counterparts/moody-server'
import { elksActions, openElksVoice } from './elks-voice.server'
import { voiceOutboxOnly, voiceUnanswered } from './voice.server'

const account = { username: 'u1', password: 'hemligt', sender: '+46766860000' }
let server: ElksServer

beforeEach(async () => {
  server = await startElks(account)
})
afterEach(async () => {
  await server.settled()
  await server.close()
})

// Callbacks go to a path of the server that does not exist: what they do is tested with the product's own webhooks.
const caller = () =>
  openElksVoice(
    { ...account, url: server.url },
    (id, attempt, event) => `${server.origin}/voice/${id}/${attempt}/${event}`,
  )

test('places a call from the sender’s number, with the addresses of its answer and its end', async () => {
  const placed = await caller().call('+46701740633', '42', 3)
  expect(server.calls).toMatchObject([
    {
      ...{ from: account.sender, to: '+46701740633', timeout: '30' },
      voiceStart: `${server.origin}/voice/42/3/answered`,
      whenHangup: `${server.origin}/voice/42/3/over`,
    },
  ])
  expect(placed).toEqual({ kind: 'placed', providerId: server.calls[0]?.id })
})

test.each<[string, Mood, object]>([
  ['a rejected number (400)', { status: 400, body: 'Invalid' }, { kind: 'permanent', reason: '46elks 400' }],
  ['an account without money (402)', { status: 402 }, { kind: 'temporary', reason: '46elks 402' }],
  ['a gateway timeout (504)', { status: 504 }, { kind: 'unanswered', reason: '46elks 504' }],
  ['an answer that is lost', 'lost answer', { kind: 'unanswered' }],
  ['an answer without an id', { status: 200, body: '{"state":"ongoing"}' }, { kind: 'unanswered' }],
  ['a call with an empty id', { status: 200, body: '{"id":""}' }, { kind: 'unanswered' }],
  ['a call with an id of one character', { status: 200, body: '{"id":"c"}' }, { kind: 'placed', providerId: 'c' }],
  [
    'a call with an id of 101 characters',
    { status: 200, body: JSON.stringify({ id: 'c'.repeat(101) }) },
    { kind: 'unanswered' },
  ],
  [
    'a call that failed at once',
    { status: 200, body: '{"id":"c1","state":"failed"}' },
    { kind: 'permanent', reason: '46elks: failed' },
  ],
  [
    'a call that succeeded',
    { status: 200, body: '{"id":"c1","state":"success"}' },
    { kind: 'placed', providerId: 'c1' },
  ],
])('classifies the answer and recovers: %s', async (_, mood, expected) => {
  server.mood = mood
  expect(await caller().call('+46701740633', '1', 1)).toMatchObject(expected)
  server.mood = 'well'
  expect(await caller().call('+46701740633', '2', 1)).toMatchObject({ kind: 'placed' })
})

test('a question is played three times, waits five seconds for one digit, and a saying is only played', () => {
  expect(elksActions.ask('https://kvartera.example/fraga.mp3', 'https://kvartera.example/svar')).toEqual({
    ...{ ivr: 'https://kvartera.example/fraga.mp3', next: 'https://kvartera.example/svar' },
    ...{ digits: 1, timeout: 5, repeat: 3 },
  })
  expect(elksActions.say('https://kvartera.example/tack.mp3')).toEqual({ play: 'https://kvartera.example/tack.mp3' })
})

test('only the demo says that a phone can be answered where no call leaves the house', async () => {
  const standing = [caller(), voiceOutboxOnly, voiceUnanswered].map(({ leavesTheHouse, canRing }) => ({
    leavesTheHouse,
    canRing,
  }))
  expect(standing).toEqual([
    { leavesTheHouse: true, canRing: true },
    { leavesTheHouse: false, canRing: true },
    { leavesTheHouse: false, canRing: false },
  ])
  expect(await voiceOutboxOnly.call('+46701740633', '7', 1)).toEqual({ kind: 'placed', providerId: 'outbox-7' })
})

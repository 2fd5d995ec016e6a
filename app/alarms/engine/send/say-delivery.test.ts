import { expect, test } from 'vitest'
import { answerIn, factsOf } from './say-delivery.server'

/** Trace attributes of a message: which, by which channel, which attempt; no text and no phone number. */

const call = {
  ...{ id: 'd1', channel: 'sms' as const, kind: 'call' as const, round: 2, attempts: 3, isTest: false },
  ...{ phone: '+46701740601', word: 'K7', memberName: 'Eva' },
}
const ports = Object.fromEntries(
  ['sms', 'push', 'mail', 'voice', 'centre'].map((name) => [name, { name: `our ${name}` }]),
)
const named = ports as unknown as Parameters<typeof factsOf>[1]

test('the trace attributes of a send name the message and how many were merged', () => {
  const facts = {
    ...{
      'kvartera.delivery': 'd1',
      'kvartera.channel': 'sms',
      'kvartera.provider': 'our sms',
      'kvartera.kind': 'call',
    },
    ...{ 'kvartera.round': 2, 'kvartera.attempt': 3, 'kvartera.test': false, 'kvartera.said_together': 1 },
  }
  expect(factsOf([call], named)).toEqual(facts)
  expect(factsOf([call, { ...call, id: 'd2' }], named)).toEqual({ ...facts, 'kvartera.said_together': 2 })
  expect(factsOf([{ ...call, channel: 'mail', isTest: true }], named)).toMatchObject({
    ...{ 'kvartera.channel': 'mail', 'kvartera.provider': 'our mail', 'kvartera.test': true },
  })
  expect(factsOf([], named)).toEqual({})
})

test('the trace attributes of an answer say its state and whether there was one, and not the reason', () => {
  const settled = { state: 'failed' as const, wasUnanswered: false, reason: 'no such number +46701740601' }
  expect(answerIn([settled])).toEqual({ 'kvartera.state': 'failed', 'kvartera.answered': true })
  expect(answerIn([{ ...settled, state: 'unsure', wasUnanswered: true }])).toEqual({
    ...{ 'kvartera.state': 'unsure', 'kvartera.answered': false },
  })
  expect(answerIn([])).toEqual({})
})

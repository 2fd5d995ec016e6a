import { expect, test } from 'vitest'
import { carriesSecret, keptDays, kindLabel, messageKinds } from './message-kinds'

test('every kind of message has a label of its own', () => {
  const labels = Object.keys(messageKinds).map(kindLabel)
  expect(labels.filter((label) => Object.hasOwn(messageKinds, label))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.every((label) => /^[A-ZÅÄÖ]/.test(label))).toBe(true)
})

test.each(['retired long ago', 'constructor'])('an unknown kind %j is shown by its name', (kind) => {
  expect(kindLabel(kind)).toBe(kind)
  expect([keptDays(kind), carriesSecret(kind)]).toEqual([400, false])
})

test.each([
  ['a reminder of the moment', 'walk reminder', 30],
  ['a message that both sides may look back at', 'booking confirmed', 90],
  ['a message about money, a contract or a login', 'payment received', 400],
])('%s, such as %s, is kept for %i days', (_, kind, days) => {
  expect(keptDays(kind)).toBe(days)
})

test('only links and codes that let somebody in or prove something carry a secret', () => {
  expect(Object.keys(messageKinds).filter(carriesSecret)).toEqual([
    ...['recovery', 'verification', 'new address', 'address changed', 'phone code', 'guard link'],
    ...['circle question', 'walk question', 'alarm link'],
  ])
})

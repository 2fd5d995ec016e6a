import { expect, test } from 'vitest'
import { carriesSecret, keptDays, kindLabel, messageKinds } from './message-kinds'

test('every kind of message has words of its own for the administrator who reads the outbox', () => {
  const labels = Object.keys(messageKinds).map(kindLabel)
  expect(labels.filter((label) => Object.hasOwn(messageKinds, label))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.every((label) => /^[A-ZÅÄÖ]/.test(label))).toBe(true)
})

test.each(['retired long ago', 'constructor'])('of %j there is only its name', (kind) => {
  expect(kindLabel(kind)).toBe(kind)
  expect([keptDays(kind), carriesSecret(kind)]).toEqual([400, false])
})

test.each([
  ['what was for the moment', 'walk reminder', 30],
  ['what both sides may want to look back at', 'booking confirmed', 90],
  ['what is about money, a contract or who got in', 'payment received', 400],
])('%s, a %s, is kept for %i days', (_, kind, days) => {
  expect(keptDays(kind)).toBe(days)
})

test('what lets somebody in or proves something is a link or a code, and nothing else is', () => {
  expect(Object.keys(messageKinds).filter(carriesSecret)).toEqual([
    ...['recovery', 'verification', 'new address', 'address changed', 'phone code', 'guard link'],
    ...['circle question', 'walk question', 'alarm link'],
  ])
})

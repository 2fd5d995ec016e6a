import { expect, test } from 'vitest'
import { kindLabel, messageKinds } from './message-kinds'

test('every kind of message has words of its own for the administrator who reads the outbox', () => {
  const labels = Object.keys(messageKinds).map(kindLabel)
  expect(labels.filter((label) => Object.hasOwn(messageKinds, label))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.every((label) => /^[A-ZÅÄÖ]/.test(label))).toBe(true)
})

test.each(['retired long ago', 'constructor'])('of %j there is only its name', (kind) => {
  expect(kindLabel(kind)).toBe(kind)
})

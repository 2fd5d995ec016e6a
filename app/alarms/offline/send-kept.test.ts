import { expect, test } from 'vitest'
import { pauseBefore, readAnswer } from './send-kept'

test.each([
  ['our own answer', 200, { sent: 'k1', partners: 2 }, 'sent'],
  ["somebody else's key", 200, { sent: 'k2', partners: 2 }, 'no answer'],
  ['a login page of a hotel', 200, { hello: 'guest' }, 'no answer'],
  ['a refusal', 422, { title: 'Meddelande saknas', message: 'Beskriv vad som hänt' }, 'refused'],
  ['a server that fails', 500, { sent: 'k1', partners: 2 }, 'no answer'],
  ['our key with nobody to it', 200, { sent: 'k1' }, 'no answer'],
  ['our key on a page that says no', 422, { sent: 'k1', partners: 2 }, 'no answer'],
  ['a refusal that says it is none', 200, { title: 'Logga in', message: 'Gäst' }, 'no answer'],
  ['a refusal without a reason', 422, { title: 'Meddelande saknas' }, 'no answer'],
  ['a reason without a refusal', 422, { message: 'Beskriv vad som hänt' }, 'no answer'],
  ['nothing', 200, null, 'no answer'],
])('%s', (_, status, body, kind) => {
  expect(readAnswer('k1', status, body).kind).toBe(kind)
})

test('tries come soon at first and are never far apart', () => {
  const pauses = Array.from({ length: 12 }, (_, tries) => pauseBefore(tries))
  expect(pauses[0]).toBe(1)
  expect(Math.max(...pauses)).toBe(10)
})

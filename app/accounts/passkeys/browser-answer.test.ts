import { expect, test } from 'vitest'
import { readAddedKey, readShownKey } from './browser-answer'

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const challenge = 'c'.repeat(43)
const clientDataJSON = encoded({ type: 'webauthn.create', challenge })

const added = {
  id: 'a'.repeat(1_400),
  rawId: 'a'.repeat(1_400),
  type: 'public-key',
  response: { clientDataJSON, attestationObject: 'a'.repeat(20_000), transports: Array(10).fill('internal') },
}
const shown = {
  id: 'a'.repeat(1_400),
  rawId: 'a'.repeat(1_400),
  type: 'public-key',
  response: {
    clientDataJSON,
    authenticatorData: 'a'.repeat(4_000),
    signature: 'a'.repeat(2_000),
    userHandle: 'a'.repeat(100),
  },
}
/** Client data whose base64 is at least `signs` characters long, filled with padding. */
const longClientData = (signs: number) => encoded({ challenge, padding: 'x'.repeat(Math.ceil((signs * 3) / 4)) })

test('reads an answer of the maximum lengths, with its challenge', () => {
  expect(readAddedKey(JSON.stringify(added))).toMatchObject({ challenge, answer: { id: added.id } })
  expect(readShownKey(JSON.stringify(shown))).toMatchObject({ challenge, answer: { id: shown.id } })
})

test('accepts values of one character, and challenges of a hundred at most', () => {
  const short = { ...shown, id: 'a', rawId: 'a', response: { ...shown.response, userHandle: 'a' } }
  expect(readShownKey(JSON.stringify(short))).toMatchObject({ answer: { id: 'a', response: { userHandle: 'a' } } })
  expect(readShownKey(JSON.stringify({ ...short, id: '' }))).toBeNull()
  const to = (signs: number) => {
    const response = { ...shown.response, clientDataJSON: encoded({ challenge: 'c'.repeat(signs) }) }
    return readShownKey(JSON.stringify({ ...shown, response }))?.challenge.length
  }
  expect([to(100), to(101)]).toEqual([100, undefined])
})

test.each([
  ['id', { id: 'a'.repeat(1_401) }],
  ['raw id', { rawId: 'a'.repeat(1_401) }],
  ['attestation', { response: { ...added.response, attestationObject: 'a'.repeat(20_001) } }],
  ['client data', { response: { ...added.response, clientDataJSON: longClientData(4_001) } }],
  ['list of transports', { response: { ...added.response, transports: Array(11).fill('internal') } }],
])('refuses a new key whose %s is too long', (_, change) => {
  expect(readAddedKey(JSON.stringify({ ...added, ...change }))).toBeNull()
})

test.each([
  ['id', { id: 'a'.repeat(1_401) }],
  ['raw id', { rawId: 'a'.repeat(1_401) }],
  ['client data', { response: { ...shown.response, clientDataJSON: longClientData(4_001) } }],
  ['authenticator', { response: { ...shown.response, authenticatorData: 'a'.repeat(4_001) } }],
  ['signature', { response: { ...shown.response, signature: 'a'.repeat(2_001) } }],
  ['user handle', { response: { ...shown.response, userHandle: 'a'.repeat(101) } }],
])('refuses a login answer whose %s is too long', (_, change) => {
  expect(readShownKey(JSON.stringify({ ...shown, ...change }))).toBeNull()
})

test.each([
  ['a missing value', undefined],
  ['invalid JSON', '{'],
  ['an id that is not base64url', JSON.stringify({ ...added, id: 'a+/=' })],
  [
    'a cross-origin answer',
    JSON.stringify({
      ...added,
      response: { ...added.response, clientDataJSON: encoded({ challenge, crossOrigin: true }) },
    }),
  ],
  ['a missing challenge', JSON.stringify({ ...added, response: { ...added.response, clientDataJSON: encoded({}) } })],
])('refuses %s as an answer', (_, text) => {
  expect(readAddedKey(text)).toBeNull()
})

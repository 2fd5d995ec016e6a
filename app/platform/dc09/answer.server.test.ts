import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOurs, longestAnswer, readAnswer } from './answer.server'
import { framed, seal } from './frame.server'

const read = (bytes: Buffer | string, isOver = false) =>
  readAnswer(Buffer.from(bytes as string, 'latin1'), isOver)?.said
const at = new Date('2026-11-22T18:05:12Z')
const time = '_18:05:12,11-22-2026'
const key = Buffer.alloc(16, 3)

test.each([
  ['an ACK', framed('"ACK"0007R1L0#1234[]'), { kind: 'ack', number: 7, account: '1234', sealed: null }],
  [
    'an ACK without a receiver number',
    framed('"ACK"0007L0#12ab[]'),
    { kind: 'ack', number: 7, account: '12AB', sealed: null },
  ],
  ['a NAK with a clock', framed(`"NAK"0000R0L0A0[]${time}`), { kind: 'nak', at }],
  ['a NAK without a clock', framed('"NAK"0000R0L0A0[]'), { kind: 'nak', at: null }],
  ['a NAK with a wrong checksum', `\n00000020"NAK"0000R0L0A0[]${time}\r`, { kind: 'nak', at }],
  ['a NAK without a checksum', `"NAK"0000NoneL0A0[]${time}\r`, { kind: 'nak', at }],
  ['a DUH', framed('"DUH"0007R1L0#1234[]'), { kind: 'duh' }],
  ['an ACK with a wrong checksum', '\n00000014"ACK"0007R1L0#1234[]\r', { kind: 'noise' }],
  ['an ACK with a wrong length', framed('"ACK"0007R1L0#1234[]').toString().replace('0014', '0015'), { kind: 'noise' }],
  ['an ACK without a frame', '"ACK"\r', { kind: 'noise' }],
  ['a DUH with a wrong checksum', '\n00000014"DUH"0007R1L0#1234[]\r', { kind: 'noise' }],
  ['text that is not DC-09', 'GET / HTTP/1.1\r', { kind: 'noise' }],
])('reads %s', (_, bytes, said) => {
  expect(read(bytes as string)).toEqual(said)
})

test('an answer without a terminator is read once the connection is closed', () => {
  expect(read('"NAK"')).toBeUndefined()
  expect(read('"NAK"', true)).toEqual({ kind: 'nak', at: null })
  expect(read('"DUH"', true)).toEqual({ kind: 'duh' })
  expect(read('\n\r')).toBeUndefined()
  expect(read('\n\r', true)).toEqual({ kind: 'empty' })
  expect(read('', true)).toBeUndefined()
  const half = framed('"ACK"0007R1L0#1234[]').subarray(0, -3)
  expect(readAnswer(half, false)).toBeNull()
  expect(readAnswer(half, true)?.said).toEqual({ kind: 'noise' })
})

test('two answers in one buffer are read one after the other', () => {
  const both = Buffer.concat([framed('"ACK"0006R1L0#1234[]'), framed('"ACK"0007R1L0#1234[]')])
  const first = readAnswer(both, false)
  expect([first?.said, readAnswer(first?.rest ?? Buffer.alloc(0), false)?.said]).toMatchObject([
    { number: 6 },
    { number: 7 },
  ])
})

test('returns exactly the bytes after an answer as the rest', () => {
  const first = readAnswer(Buffer.concat([framed('"ACK"0006R1L0#1234[]'), Buffer.from('"DUH"\r')]), false)
  expect(readAnswer(first?.rest ?? Buffer.alloc(0), false)?.said).toEqual({ kind: 'duh' })
  for (const last of ['"DUH"', '\n\r']) expect(readAnswer(Buffer.from(last), true)?.rest).toHaveLength(0)
})

test('an incomplete answer is not read yet, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.nat(framed('"ACK"0007R1L0#1234[]').length - 1), (cut) => {
      const whole = framed('"ACK"0007R1L0#1234[]')
      expect(readAnswer(whole.subarray(0, cut), false)).toBeNull()
      expect(read(whole.toString('latin1'))).toMatchObject({ kind: 'ack', number: 7 })
    }),
  )
})

test('random bytes are never read as an ACK and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: longestAnswer }), fc.boolean(), (bytes, isOver) => {
      expect(readAnswer(Buffer.from(bytes), isOver)?.said.kind).not.toBe('ack')
    }),
  )
})

const sealed = (text: string, under = key) => seal(under, text)
const ack = { kind: 'ack', number: 7, account: '1234', sealed: null } as const
test.each([
  ['in plaintext, where there is no key,', ack, null, true],
  ['with another sequence number', { ...ack, number: 8 }, null, false],
  ['for another account', { ...ack, account: '1235' }, null, false],
  ['without an account', { ...ack, account: null }, null, true],
  ['in plaintext, where there is a key,', ack, key, false],
  ['that is encrypted', { ...ack, sealed: sealed(`|]${time}`) }, key, true],
  ['encrypted and padded with zeros', { ...ack, sealed: sealed(`]${time}`) }, key, true],
  ['encrypted with another key', { ...ack, sealed: sealed(`|]${time}`, Buffer.alloc(16, 4)) }, key, false],
  ['encrypted an hour ago', { ...ack, sealed: sealed('|]_17:05:12,11-22-2026') }, key, false],
  ['encrypted two minutes ago', { ...ack, sealed: sealed('|]_18:03:12,11-22-2026') }, key, true],
  ['encrypted two minutes in the future', { ...ack, sealed: sealed('|]_18:07:12,11-22-2026') }, key, true],
  ['encrypted two minutes and a second ago', { ...ack, sealed: sealed('|]_18:03:11,11-22-2026') }, key, false],
  ['encrypted now, without the end of its data,', { ...ack, sealed: sealed(`|${time}`) }, key, false],
  ['encrypted for another account', { ...ack, account: '1235', sealed: sealed(`|]${time}`) }, key, false],
  ['encrypted without a timestamp', { ...ack, sealed: sealed('|]') }, key, false],
  ['with empty ciphertext', { ...ack, sealed: '' }, key, false],
])('decides whether an ACK %s answers our signal', (_, said, ownKey, expected) => {
  expect(isOurs(said, { account: '1234', key: ownKey }, 7, at)).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc16, hex4 } from './crc'
import { frameOf, type Station, seal, unseal } from './frame.server'
import type { Signal } from './signal'

const station: Station = { account: '1234', receiver: '1', line: '0', format: 'SIA-DCS', key: null }
const at = new Date('2026-11-22T18:05:12Z')
const signal: Signal = {
  kind: 'panic',
  zone: 1,
  happenedAt: new Date('2026-11-22T18:05:09Z'),
  site: '12540',
  position: null,
  link: null,
}
const key = Buffer.from('00112233445566778899AABBCCDDEEFF', 'hex')

test('an unencrypted SIA frame has account, data, extensions and timestamp', () => {
  expect(frameOf(station, signal, 7, { at }).toString('latin1')).toMatch(
    /^\n[0-9A-F]{8}"SIA-DCS"0007R1L0#1234\[#1234\|Nri0\/PA001\]\[H18:05:09,11-22-2026\]\[S12540\]_18:05:12,11-22-2026\r$/,
  )
})

test('a Contact ID frame has its event code', () => {
  const text = frameOf({ ...station, format: 'ADM-CID' }, signal, 9999, { at }).toString('latin1')
  expect(text).toContain('"ADM-CID"9999R1L0#1234[#1234|1120 00 001][H')
})

test('a bare frame has no extended data', () => {
  expect(frameOf(station, signal, 7, { at, bare: true }).toString('latin1')).toContain('|Nri0/PA001]_18:05:12')
})

test('a poll has no data, and names its receiver', () => {
  expect(frameOf(station, null, 0, { at }).toString('latin1').slice(9)).toBe(
    '"NULL"0000R1L0#1234[]_18:05:12,11-22-2026\r',
  )
})

test('an encrypted frame is hex after its only bracket', () => {
  const text = frameOf({ ...station, key }, signal, 7, { at }).toString('latin1')
  expect(text.slice(9)).toMatch(/^"\*SIA-DCS"0007R1L0#1234\[([0-9A-F]{32})+\r$/)
  const clear = unseal(key, /\[([0-9A-F]+)/.exec(text)?.[1] ?? '')
  expect(clear).toMatch(/^\w{1,16}\|Nri0\/PA001\]\[H18:05:09,11-22-2026\]\[S12540\]_18:05:12,11-22-2026$/)
})

test('the CRC and length of a frame cover its body, from the first quote to before the end', () => {
  fc.assert(
    fc.property(
      fc.option(fc.uint8Array({ minLength: 16, maxLength: 16 })),
      fc.integer({ min: 0, max: 9999 }),
      (bytes, number) => {
        const frame = frameOf({ ...station, key: bytes && Buffer.from(bytes) }, signal, number, { at })
        const body = frame.subarray(9, -1)
        expect(frame.subarray(0, 9).toString()).toBe(`\n${hex4(crc16(body))}${hex4(body.length)}`)
      },
    ),
  )
})

test.each([16, 24, 32])('text encrypted with a key of %i bytes is padded, and decrypted by that key only', (size) => {
  const [own, others] = [Buffer.alloc(size, 7), Buffer.alloc(size, 8)]
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100 }), (text) => {
      const sealed = seal(own, `|${text}`)
      expect(unseal(own, sealed)).toMatch(/^\w{1,16}\|/)
      expect(unseal(own, sealed)?.replace(/^\w+/, '')).toBe(`|${text}`)
      expect(unseal(others, sealed)).not.toBe(unseal(own, sealed))
    }),
    { numRuns: 30 },
  )
})

test('encrypting the same text gives different bytes each time', () => {
  const words = '|'.padEnd(32, 'x')
  expect(new Set(Array.from({ length: 20 }, () => seal(key, words))).size).toBe(20)
})

test.each(['', 'AB', 'XY'.repeat(16), 'A'.repeat(33)])('returns null for the invalid ciphertext %j', (hex) => {
  expect(unseal(key, hex)).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc16, hex4 } from './crc'

const sumOf = (text: string) => hex4(crc16(Buffer.from(text, 'latin1')))

test.each([
  ['123456789', 'BB3D'],
  ['', '0000'],
  ['A', '30C0'],
  // A frame sent by a real panel, from the tests of another receiver implementation.
  ['"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9', '76D8'],
])('the CRC of %j is %s', (text, sum) => {
  expect(sumOf(text)).toBe(sum)
})

test('flipping one bit changes the CRC', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), (bytes, at) => {
      const other = Uint8Array.from(bytes)
      const bit = at % (bytes.length * 8)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return crc16(bytes) !== crc16(other)
    }),
  )
})

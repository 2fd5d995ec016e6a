import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataOf, extensionsOf, momentIn, momentText, type Signal } from './signal'

const signal: Signal = {
  kind: 'panic',
  zone: 7,
  happenedAt: new Date('2026-11-22T18:05:09.700Z'),
  site: null,
  position: null,
  link: null,
}

test.each([
  ['panic', 'Nri0/PA007', '1120 00 007'],
  ['panic over', 'Nri0/PH007', '3120 00 007'],
  ['duress', 'Nri0/HA007', '1122 00 007'],
  ['duress over', 'Nri0/HH007', '3122 00 007'],
  ['test', 'Nri0/RP007', '1602 00 007'],
] as const)('%s is %s in SIA and %s in Contact ID', (kind, sia, contactId) => {
  expect(dataOf('SIA-DCS', { ...signal, kind })).toBe(sia)
  expect(dataOf('ADM-CID', { ...signal, kind })).toBe(contactId)
})

test('a signal always has its time in UTC, and no empty extensions', () => {
  expect(extensionsOf(signal)).toBe('[H18:05:09,11-22-2026]')
})

test.each([
  [{ latitude: 59.2786, longitude: 18.0105 }, '[X018E00.630][Y59N16.716]'],
  [{ latitude: -33.5, longitude: -70.999999 }, '[X071W00.000][Y33S30.000]'],
  [{ latitude: 0, longitude: 0 }, '[X000E00.000][Y00N00.000]'],
])('writes a position in degrees and minutes', (position, expected) => {
  expect(extensionsOf({ ...signal, position })).toBe(`[H18:05:09,11-22-2026]${expected}`)
})

const hostile = fc.string({ unit: fc.constantFrom(...'[]|_#"\r\n\0åÅ€😀x ') })

test('escapes delimiters and control characters in every field (injection)', () => {
  fc.assert(
    fc.property(hostile, hostile, (site, link) => {
      const text = extensionsOf({ ...signal, site, link })
      expect(text.replace(/[^[\]]/g, '')).toBe('[]'.repeat(1 + Number(site !== '') + Number(link !== '')))
      expect(text).toMatch(/^[\x20-\x7b\x7d\x7e]*$/)
    }),
  )
})

test('a written timestamp is read as the same second', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-30'), noInvalidDate: true }), (at) => {
      expect(momentIn(momentText(at))?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000)
    }),
  )
})

test.each(['', '18:05:09', '25:00:00,11-22-2026', '18:05:09,02-31-2026', '18:05:09,13-01-2026', '18:05:60,11-22-2026'])(
  'refuses %j as a timestamp',
  (text) => {
    expect(momentIn(text)).toBeNull()
  },
)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exact, type Quantity, rounded, roundKronor } from './quantity'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a rounded quantity', () => {
  test.each<[Quantity, string]>([
    [{ value: 96_925, unit: 'kr' }, '97 000 kr'],
    [{ value: 9_625, unit: 'kr' }, '9 600 kr'],
    [{ value: 252, unit: 'kr' }, '252 kr'],
    [{ value: 0, unit: 'kr' }, '0 kr'],
    [{ value: 969_250, unit: 'kr' }, '969 000 kr'],
    [{ value: 999_600, unit: 'kr' }, '1 miljon kr'],
    [{ value: 9_692_500, unit: 'kr' }, '9,7 miljoner kr'],
    [{ value: 144_000_000, unit: 'kr' }, '144 miljoner kr'],
    [{ value: 1_100, unit: 'kg' }, '1,1 ton'],
    [{ value: 999.6, unit: 'kg' }, '1 ton'],
    [{ value: 55, unit: 'kg' }, '55 kg'],
    [{ value: 1_100_000, unit: 'kg' }, '1 100 ton'],
    [{ value: 481.25, unit: 'liter' }, '481 liter'],
    [{ value: 6_875_000, unit: 'km' }, '6,9 miljoner km'],
    [{ value: 0.1716, unit: 'varv' }, '0,17 varv'],
    [{ value: 1.34, unit: 'varv' }, '1,3 varv'],
    [{ value: 171.55, unit: 'varv' }, '172 varv'],
  ])('of %o', (quantity, shown) => {
    expect(plain(rounded(quantity))).toBe(shown)
  })

  test('differs from the kronor by at most half a step, and keeps their order', () => {
    const kronor = fc.double({ min: 0, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(kronor, kronor, (a, b) => {
        const step = a < 1_000 ? 1 : a < 10_000 ? 100 : 1_000
        expect(Math.abs(roundKronor(a) - a)).toBeLessThanOrEqual(step / 2)
        expect(Math.sign(roundKronor(a) - roundKronor(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('is a number with its unit, on one line', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (value) => {
        for (const unit of ['kr', 'kg', 'km', 'tim'] as const) {
          expect(rounded({ value, unit })).toMatch(/^\d[\d,\u00a0]*\u00a0(miljon(er)?\u00a0)?(kr|kg|ton|km|tim)$/)
        }
      }),
    )
  })
})

describe('an exact quantity', () => {
  test.each<[Quantity, string]>([
    [{ value: 1.5, unit: 'kr/kg' }, '1,50 kr/kg'],
    [{ value: 1.23456, unit: 'kr/kg' }, '1,23 kr/kg'],
    [{ value: 1, unit: 'kr/km' }, '1 kr/km'],
    [{ value: 9_625.000000000002, unit: 'kr' }, '9 625 kr'],
    [{ value: 481.25000000000006, unit: 'liter' }, '481,25 liter'],
    [{ value: 0.16, unit: 'kg/km' }, '0,16 kg/km'],
    [{ value: 5, unit: '%' }, '5 %'],
    [{ value: 4_331.25, unit: 'kWh' }, '4 331 kWh'],
  ])('of %o', (quantity, shown) => {
    expect(plain(exact(quantity))).toBe(shown)
  })
})

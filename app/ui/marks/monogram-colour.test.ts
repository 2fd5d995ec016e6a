import { describe, expect, test } from 'vitest'
import { contrast } from '../styles/contrast'
import { initials, MONOGRAM_INK, monogramGround, monogramGrounds } from './monogram-colour'

describe('the colours of a monogram', () => {
  test.each(monogramGrounds)('have enough contrast for letters on %s', (ground) => {
    expect(contrast(MONOGRAM_INK, ground)).toBeGreaterThanOrEqual(5.6)
  })

  test('are the same for a name in any letter case', () => {
    expect(monogramGround('Lind Städ AB ')).toBe(monogramGround('lind städ ab'))
  })

  test('differ between companies', () => {
    const street = ['Lind Städ', 'Älvsjö Fotvård', 'Gröna Handen', 'Nova IT', 'Tass & Nos', 'Klipphörnan']
    expect(new Set(street.map(monogramGround)).size).toBeGreaterThan(2)
  })
})

describe('initials', () => {
  test.each([
    ['Lind Städ & Hem AB', 'LS'],
    ['AB Åkessons Fönsterputs', 'ÅF'],
    ['Klipphörnan', 'K'],
    ['3D-verkstaden i Älvsjö', '3Ä'],
    ['AB', 'A'],
    ['', ''],
    ['  ', ''],
    ['örat', 'Ö'],
  ])('of "%s"', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})

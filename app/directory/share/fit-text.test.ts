import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from './fit-text'

/** A test font in which every letter is as wide as it is tall. */
const measure = (text: string, size: number) => [...text].length * size
const room = { width: 100, lines: 2, sizes: [20, 10, 5] }

test.each([
  ['Lind', 20, ['Lind']],
  ['Linds', 20, ['Linds']],
  ['Lindéns', 10, ['Lindéns']],
  ['Lind & Hem', 20, ['Lind', '& Hem']],
  ['Björk & Bark', 10, ['Björk &', 'Bark']],
  ['Trädgårdsmästaren Ö', 5, ['Trädgårdsmästaren Ö']],
  ['Ö Trädgårdsmästaren', 5, ['Ö Trädgårdsmästaren']],
  ['', 20, []],
])('sets "%s" in size %i', (text, size, lines) => {
  expect(fitText(text, measure, room)).toEqual({ size, lines })
})

test('breaks a name without spaces, and cuts it with an ellipsis', () => {
  expect(fitText('å'.repeat(60), measure, room)).toEqual({ size: 5, lines: ['å'.repeat(20), `${'å'.repeat(19)}…`] })
})

test.each([
  ['fills its lines to the last letter', 40, room, [20, 20]],
  ['is one letter longer than a line', 21, room, [20, 1]],
  ['fills fewer lines than there are', 25, { ...room, lines: 3 }, [20, 5]],
  ['has lines narrower than a letter', 2, { ...room, width: 3 }, [1, 1]],
])('breaks a word that %s without cutting it', (_, letters, its, lengths) => {
  expect(fitText('å'.repeat(letters), measure, its)).toEqual({
    size: 5,
    lines: lengths.map((length) => 'å'.repeat(length)),
  })
})

test('any name stays within its lines and width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
      const { size, lines } = fitText(text, measure, room)
      expect(lines.length).toBeLessThanOrEqual(room.lines)
      for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(room.width)
    }),
  )
})

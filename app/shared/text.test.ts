import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySign } from '../../test/support/model/any-sign'
import { withoutTurning } from './fields'
import { shortened, wellFormed } from './text'

test.each([
  ['Hej', 10, 'Hej'],
  ['Hej på dig', 4, 'Hej…'],
  ['ab😀', 3, 'ab…'],
  ['a👨‍👩‍👧‍👦b', 10, 'a…'],
  ['é'.normalize('NFD').repeat(3), 4, `${'é'.normalize('NFD')}…`],
  ['👨‍👩‍👧‍👦', 5, '…'],
])('%j in %i places is %j', (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected)
})

test('whatever is written, what is cut is never longer, never torn, and begins as it began', () => {
  const written = fc.string({ unit: anySign, maxLength: 250 }).map((text) => text.toWellFormed())
  fc.assert(
    fc.property(written, fc.integer({ min: 1, max: 200 }), (text, most) => {
      const cut = shortened(text, most)
      expect(cut.length).toBeLessThanOrEqual(Math.max(most, 1))
      expect(cut.isWellFormed()).toBe(true)
      expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true)
    }),
  )
})

test('half a sign and a zero character are taken out, and nothing else is touched', () => {
  expect(wellFormed('a\0b\ud83dc')).toBe('ab\ufffdc')
  expect(wellFormed('👨‍👩‍👧‍👦 \u202eabc\u2069 é')).toBe('👨‍👩‍👧‍👦 \u202eabc\u2069 é')
})

test.each([
  ['an override', '\u202eslut cba', 'slut cba'],
  ['one that is closed', 'a \u202db\u202c c', 'a b c'],
  ['embeddings', '\u202aa\u202c \u202bb\u202c', 'a b'],
  ['isolates', '\u2066a\u2069 \u2067b\u2069 \u2068c\u2069', 'a b c'],
  [
    'nothing of what Arabic and Hebrew are written with',
    '\u200fשלום\u200e (\u061cمرحبا)',
    '\u200fשלום\u200e (\u061cمرحبا)',
  ],
])('of what turns words round it takes %s', (_, typed, expected) => {
  expect(withoutTurning(typed)).toBe(expected)
})

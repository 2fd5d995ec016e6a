import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySign } from '../../test/support/model/any-sign'
import { withoutTurning } from './fields'
import { escapeHtml, shortened, wellFormed } from './text'

test.each([
  ['Hej', 10, 'Hej'],
  ['Hej på dig', 4, 'Hej…'],
  ['ab😀', 3, 'ab…'],
  ['a👨‍👩‍👧‍👦b', 10, 'a…'],
  ['é'.normalize('NFD').repeat(3), 4, `${'é'.normalize('NFD')}…`],
  ['👨‍👩‍👧‍👦', 5, '…'],
])('shortens %j to %i characters as %j', (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected)
})

test('a shortened text fits, is well-formed, and is a prefix of the text', () => {
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

test('removes lone surrogates and NUL characters, and nothing else', () => {
  expect(wellFormed('a\0b\ud83dc')).toBe('ab\ufffdc')
  expect(wellFormed('👨‍👩‍👧‍👦 \u202eabc\u2069 é')).toBe('👨‍👩‍👧‍👦 \u202eabc\u2069 é')
})

test.each([
  ['an open override', '\u202eslut cba', 'slut cba'],
  ['a closed override', 'a \u202db\u202c c', 'a b c'],
  ['embeddings', '\u202aa\u202c \u202bb\u202c', 'a b'],
  ['isolates', '\u2066a\u2069 \u2067b\u2069 \u2068c\u2069', 'a b c'],
  ['keeps the marks that Arabic and Hebrew need', '\u200fשלום\u200e (\u061cمرحبا)', '\u200fשלום\u200e (\u061cمرحبا)'],
])('removes bidirectional controls from text: %s', (_, typed, expected) => {
  expect(withoutTurning(typed)).toBe(expected)
})

test('text is escaped for the content and the attributes of HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;')
})

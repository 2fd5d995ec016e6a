import { expect, test } from 'vitest'
import { hiddenWords, putBack, takeOut, withoutSecret } from './outbox-secret'

const link = 'https://kvartera.test/auth/reset?token=a%2Bb&x="1"'
const letter = {
  text: `Hej,\n${link}\nHälsningar`,
  html: '<a href="https://kvartera.test/auth/reset?token=a%2Bb&amp;x=&quot;1&quot;">Välj</a>',
}

test('putting a secret back restores the text and the HTML', () => {
  const kept = takeOut(letter, link)
  expect(JSON.stringify(kept)).not.toContain('a%2Bb')
  expect(putBack(kept, link)).toEqual(letter)
})

test('takes out a secret that occurs twice, and shows a note in its place', () => {
  const { text } = takeOut({ text: '123456 är din kod.\n\n@kvartera.test #123456', html: null }, '123456')
  expect(text).not.toContain('123456')
  expect(withoutSecret(text)).toBe(`${hiddenWords} är din kod.\n\n@kvartera.test #${hiddenWords}`)
})

test('a placeholder typed into the text does not reveal the secret', () => {
  const kept = takeOut({ text: `Hej \uE000, ${link}`, html: null }, link)
  expect(putBack(kept, link).text).toBe(`Hej , ${link}`)
})

test('throws when the text does not contain its secret', () => {
  expect(() => takeOut({ text: 'Hej', html: null }, link)).toThrow()
})

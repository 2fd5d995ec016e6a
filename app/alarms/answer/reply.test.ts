import { expect, test } from 'vitest'
import { readReply, replyWords } from './reply'

test.each([
  ['JA 7K', 'yes', '7K'],
  ['ja7k', 'yes', '7K'],
  ['Ja 7k.', 'yes', '7K'],
  ['JA, 7K', 'yes', '7K'],
  ['JA 7 K', 'yes', '7K'],
  ['JA K7', 'yes', 'K7'],
  ['jak7', 'yes', 'K7'],
  ['JA-7K', 'yes', '7K'],
  ['JA\n7K', 'yes', '7K'],
  [' ja 7k, kommer om fem minuter!', 'yes', '7K'],
  ['Ja jag kommer nu 7k', 'yes', '7K'],
  ['Kommer 7K', 'yes', '7K'],
  ['Nej 7K tyvärr', 'no', '7K'],
  ['nej7k', 'no', '7K'],
  ['n 7k', 'no', '7K'],
  ['Också 7K', 'too', '7K'],
  ['OCKSA7K', 'too', '7K'],
  ['Kommer också 7K', 'too', '7K'],
  ['ÖVER 7K', 'over', '7K'],
  ['tar över, 7k', 'over', '7K'],
  ['Framme 7K', 'there', '7K'],
  ['FRAMME7K', 'there', '7K'],
  ['Da\u0308r 7k', 'there', '7K'],
  ['klar 7K', 'done', '7K'],
  ['Klart 7K.', 'done', '7K'],
  ['klart7', 'done', 'T7'],
  ['färdigx3', 'done', 'X3'],
])('%j reads as %s with the word %s', (text, says, word) => {
  expect(readReply(text)).toEqual({ says, word })
})

test.each([
  ['JA', 'yes'],
  ['ja kommer!', 'yes'],
  ['ja7', 'yes'],
  ['JA 7', 'yes'],
  ['JA 77', 'yes'],
  ['JA KK', 'yes'],
  ['JA 7KM', 'yes'],
  ['JA 0K', 'yes'],
  ['JA 1I', 'yes'],
  ['JA kommer om 5 m', 'yes'],
  ['JA vi är 2 st och 7 minuter bort', 'yes'],
  ['NEJ tyvärr, är sjuk', 'no'],
  ['klar nu', 'done'],
  // Several words in one SMS count as none: one SMS is one try.
  ['JA kanske 7K 7M 7N', 'yes'],
])('%j reads as %s without a word', (text, says) => {
  expect(readReply(text)).toEqual({ says, word: null })
})

test.each(['Jag tar det', 'nejlikor', 'jak', '7K', '7K JA', '', '🚗', '__proto__ 7K'])('%j is no reply', (text) => {
  expect(readReply(text)).toBeNull()
})

test('the 224 words are unique, avoid characters that look alike, and are read back in every spelling', () => {
  expect(new Set(replyWords).size).toBe(224)
  for (const word of replyWords) {
    expect(word).not.toMatch(/[015BDGILOQSVZ]/)
    for (const text of [
      `JA ${word}`,
      `nej ${word.toLowerCase()}`,
      `KLAR${word}`,
      `ÖVER ${word}`,
      `också${word}`,
      `Framme, ${word}.`,
    ]) {
      expect([text, readReply(text)?.word]).toEqual([text, word])
    }
  }
})

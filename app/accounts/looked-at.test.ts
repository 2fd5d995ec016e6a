import { expect, test } from 'vitest'
import { notAllWords } from './looked-at'

test.each([
  [null, null],
  [
    { firstOfList: 2_000 },
    'Vi har bara sökt igenom de 2\u00a0000 första i listan. Skriv tre bokstäver eller siffror i rad för att söka bland alla.',
  ],
  [
    { someWithText: 2_000 },
    'Fler än 2\u00a0000 stämmer med det du har skrivit. Vi har tittat på 2\u00a0000 av dem, så någon kan saknas här. Skriv mer för att hitta rätt.',
  ],
])('says how much was searched when a search stopped at %j', (lookedAt, words) => {
  expect(notAllWords(lookedAt)).toBe(words)
})

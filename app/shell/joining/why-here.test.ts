import { expect, test } from 'vitest'
import { whyHere } from './why-here'

test.each([
  ['utloggad', 'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var.'],
  [
    'utloggad-osparat',
    'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var. Det du skickade är inte sparat.',
  ],
  ['osparat', 'Det du skickade är inte sparat. Logga in, så kommer du tillbaka dit du var.'],
  [null, undefined],
  ['', undefined],
  ['Ring 112', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
])('%j says %j', (word, expected) => {
  expect(whyHere(word)).toBe(expected)
})

import { expect, test } from 'vitest'
import { codesLeft, orACode } from './recovery-code-words'

test.each([
  [null, 'Du har inte skaffat några reservkoder än. Med en sådan kommer du in om telefonen är borta.', ''],
  [0, 'Du har använt alla dina reservkoder. Byt till nya här under.', ''],
  [1, 'Du har 1 reservkod kvar. Byt till nya här under.', ', eller en av dina reservkoder'],
  [10, 'Du har 10 reservkoder kvar.', ', eller en av dina reservkoder'],
])('says how many recovery codes are left: %s', (left, words, instead) => {
  expect([codesLeft(left), orACode(left)]).toEqual([words, instead])
})

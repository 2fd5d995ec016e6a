import { expect, test } from 'vitest'
import { chosenFrom, mostChosen, nextChosen } from './company-bulk'

const id = (number: number) => `01a1fa7b-5906-731d-880d-${String(number).padStart(12, '0')}`

test('what is chosen is ids, each once, and no more than a hundred', () => {
  expect(chosenFrom([id(1), 'siv', id(2), id(1).toUpperCase(), ''])).toEqual([id(1), id(2)])
  expect(chosenFrom(Array.from({ length: 300 }, (_, index) => id(index)))).toHaveLength(mostChosen)
})

test('a job goes from the newest to the oldest, each once', () => {
  const chosen = [id(2), id(3), id(1)]
  const order: string[] = []
  for (let next = nextChosen(chosen, null); next !== null; next = nextChosen(chosen, next)) order.push(next)
  expect(order).toEqual([id(3), id(2), id(1)])
})

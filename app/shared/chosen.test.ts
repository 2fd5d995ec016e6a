import { expect, test } from 'vitest'
import { chosen, isNameIn } from './chosen'

const table = { save: 1, 'take-back': 2 }

test('a name in the table chooses its value', () => {
  expect([chosen(table, 'save'), chosen(table, 'take-back')]).toEqual([1, 2])
})

const inherited = Object.getOwnPropertyNames(Object.prototype)
test.each([...inherited, '', 'Save', 'save ', undefined, null, 7, ['save'], { toString: () => 'save' }])(
  '%j chooses nothing',
  (word) => {
    expect(isNameIn(table, word)).toBe(false)
    expect(chosen(table, word)).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { block, joinAsMember } from '../../../test/support/people'
import { accountMark, isBlockedBy } from './account-mark.server'

const house = useHouse()

test('a mark answers whether its own account is blocked, as long as it is', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const [hers, his] = [accountMark(house, siv.signedIn), accountMark(house, olle.signedIn)]
  expect(await isBlockedBy(house, hers)).toBe(false)
  await block(house, siv, house.clock.now())
  expect([await isBlockedBy(house, hers), await isBlockedBy(house, his)]).toEqual([true, false])
  await block(house, siv, null)
  expect(await isBlockedBy(house, hers)).toBe(false)
})

test('what was not sealed as a mark answers nothing, nor does an id by itself', async () => {
  const siv = await joinAsMember(house)
  await block(house, siv, house.clock.now())
  const { id } = siv.signedIn.person
  const given = ['', 'x', id, house.keys.seal('phone code', id), 'x'.repeat(100_000)]
  expect(await Promise.all(given.map((mark) => isBlockedBy(house, mark)))).toEqual(given.map(() => false))
})

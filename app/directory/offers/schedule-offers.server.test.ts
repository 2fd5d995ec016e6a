import { beforeAll, expect, test } from 'vitest'
import { insertOffer } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { openShop, type Shop, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { createOffer, stopOffer } from './schedule-offers.server'

const house = useHouse()
let [shop, other] = [] as unknown as [Shop, Shop]
beforeAll(async () => {
  shop = await openShop(house)
  other = await openShop(house)
})

test('a company may have twenty offers at a time, also in a race for the last; the same form again adds none', async () => {
  setClock('2027-02-03T09:00:00Z')
  const { signedIn } = shop.owner
  const form = (given: Record<string, string> = {}) => ({
    id: crypto.randomUUID() as string,
    title: 'Rabatt',
    description: '',
    from: '2027-02-03',
    to: '2028-02-03',
    ...given,
  })
  const made: string[] = []
  for (let at = 0; at < 20; at++) {
    const values = form()
    valueFrom(await createOffer(house, signedIn, values))
    made.push(values.id)
  }
  valueFrom(await createOffer(house, signedIn, form({ id: made[0] ?? '' })))
  expect(refusalFrom(await createOffer(house, signedIn, form())).message).toContain('redan 20')
  valueFrom(await stopOffer(house, signedIn, { id: made[0] ?? '' }))
  valueFrom(await stopOffer(house, signedIn, { id: 'nonsens' }))
  valueFrom(await createOffer(house, signedIn, form()))
  // An id that belongs to another company is refused, and so is a day more than a year ahead.
  const theirs = form()
  valueFrom(await createOffer(house, other.owner.signedIn, theirs))
  valueFrom(await stopOffer(house, signedIn, { id: made[1] ?? '' }))
  expect(refusalFrom(await createOffer(house, signedIn, form({ id: theirs.id }))).message).toContain('Ladda om')
  expect(refusalFrom(await createOffer(house, signedIn, form({ id: '' }))).message).toContain('Ladda om')
  expect(Object.keys(refusalFrom(await createOffer(house, signedIn, form({ to: '2028-02-04' }))).fields)).toEqual([
    'to',
  ])
  for (const [field, most] of [
    ['title', 120],
    ['description', 2000],
  ] as const) {
    expect(
      Object.keys(refusalFrom(await createOffer(house, signedIn, form({ [field]: 'x'.repeat(most + 1) }))).fields),
    ).toEqual([field])
  }
  valueFrom(await createOffer(house, signedIn, form({ title: 'x'.repeat(120), description: 'x'.repeat(2000) })))
  // Race for the last place: of two concurrent requests one is accepted.
  valueFrom(await stopOffer(house, signedIn, { id: made[2] ?? '' }))
  const takesTheLast = async (db: Database) => {
    await db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forUpdate().execute()
    await insertOffer(db, { id: shop.companyId, postcode: '12540' }, crypto.randomUUID(), form())
  }
  const late = await behind(house.db, takesTheLast, () => createOffer(house, signedIn, form()))
  expect(refusalFrom(late).message).toContain('redan 20')
})

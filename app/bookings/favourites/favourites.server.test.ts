import { beforeEach, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { joinNear, openShop, type Shop } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { isFavourite, MOST_FAVOURITES, readFavourites } from './favourite-store.server'
import { keepCompany } from './keep-company.server'

const house = useHouse()
let shop: Shop
let eva: Resident

beforeEach(async () => {
  shop = await openShop(house)
  eva = await joinNear(house, shop)
})

const press = (who: Resident, keep: string, company = shop.companyId) =>
  keepCompany(house, who.signedIn, { company, keep })
const namesOf = async (who: Resident) =>
  (await readFavourites(house.db, who.signedIn.person.id)).map(({ name }) => name)

test('saving a company concurrently saves it once, and removing it twice is no error', async () => {
  await Promise.all(Array.from({ length: 5 }, () => press(eva, 'yes')))
  expect(await namesOf(eva)).toEqual(['Lind Städ AB'])
  expect(await isFavourite(house.db, eva.signedIn.person.id, shop.companyId)).toBe(true)
  for (let times = 0; times < 2; times++) valueFrom(await press(eva, 'no'))
  expect(await namesOf(eva)).toEqual([])
})

test('a saved company is of that member only, and a company cannot save any', async () => {
  const siv = await joinNear(house, shop)
  valueFrom(await press(eva, 'yes'))
  valueFrom(await press(siv, 'no'))
  expect([await namesOf(eva), await namesOf(siv)]).toEqual([['Lind Städ AB'], []])
  await expect(press(shop.owner, 'yes')).rejects.toThrow()
})

test.each(['', 'x', '__proto__'])('%j is not found as a company', async (company) => {
  expect(await press(eva, 'yes', company)).toEqual(notThere)
})

test('a company that does not exist cannot be saved, and a deleted one is not shown', async () => {
  expect(await press(eva, 'yes', '01900000-0000-7000-8000-000000000000')).toEqual(notThere)
  expect(await namesOf(eva)).toEqual([])
  valueFrom(await press(eva, 'yes'))
  await house.db.updateTable('companies').set({ deleted_at: new Date() }).where('id', '=', shop.companyId).execute()
  expect(await namesOf(eva)).toEqual([])
})

test('the limit of fifty saved companies holds under concurrent requests, and the refusal says so', async () => {
  const shops = []
  for (let made = 1; made < MOST_FAVOURITES; made++) shops.push(await openShop(house))
  for (const { companyId } of shops) valueFrom(await press(eva, 'yes', companyId))
  const [other, third] = [await openShop(house), await openShop(house)]
  const answers = await Promise.all([shop, other, third].map(({ companyId }) => press(eva, 'yes', companyId)))
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, true])
  expect(refusalFrom(answers.find(({ ok }) => !ok) ?? notThere).message).toMatch(/^Du har redan 50 sparade/)
  expect(await namesOf(eva)).toHaveLength(MOST_FAVOURITES)
  valueFrom(await press(eva, 'yes', shops[0]?.companyId))
})

test('a saved company is in the data export, and is deleted with the account', async () => {
  valueFrom(await press(eva, 'yes'))
  expect((await exportAccount(house, eva.signedIn))?.sparadeFöretag).toMatchObject([{ företag: 'Lind Städ AB' }])
  await house.db.deleteFrom('profiles').where('id', '=', eva.signedIn.person.id).execute()
  const left = house.db.selectFrom('favourites').select('saved_at').where('company_id', '=', shop.companyId)
  expect(await left.execute()).toEqual([])
})

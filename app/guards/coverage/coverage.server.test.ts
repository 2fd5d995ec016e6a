import { expect, test } from 'vitest'
import { employGuard, letBeCalled, newPhone, newPostcode, openPartner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { readDispatchList } from '../dispatch-store.server'
import { removeGuard } from '../own/remove-guard.server'
import { countCoverage, readCoverage, readWorstCovered } from './coverage-store.server'

const house = useHouse()
const coverage = async (postcode: string) =>
  (await readCoverage(house.db, [postcode], house.clock.now())).get(postcode) ?? null

async function openPostcode() {
  const code = newPostcode()
  await house.db.insertInto('postcodes').values({ code, name: 'Provby', state: 'open' }).execute()
  return code
}

test('nobody has ever heard of the postcode', async () => {
  expect(await coverage('99999')).toEqual({ level: 'no partner', companies: 0, guards: 0 })
})

test('a partner without anybody on duty, then with one, then with none again', async () => {
  const { id, postcode } = await openPartner(house)
  expect(await coverage(postcode)).toEqual({ level: 'nobody', companies: 1, guards: 0 })
  await employGuard(house, id)
  expect(await coverage(postcode)).toEqual({ level: 'staffed', companies: 1, guards: 1 })
  house.clock.forward({ hours: 8 })
  expect(await coverage(postcode)).toMatchObject({ level: 'nobody', guards: 0 })
})

test('a guard whose number nobody has proven is nobody', async () => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id, { phone_verified_at: null })
  expect(await coverage(postcode)).toMatchObject({ level: 'nobody', guards: 0 })
})

test('a guard who is removed while on duty is nobody from then on, and no row can say otherwise', async () => {
  const owner = await joinAsCompany(house, { postcode: newPostcode() })
  const { id, postcode } = await companyOf(house, owner)
  await letBeCalled(house, id)
  const guardId = await employGuard(house, id)
  expect(await coverage(postcode)).toMatchObject({ level: 'staffed', guards: 1 })
  valueFrom(await removeGuard(house, owner.signedIn, { id: guardId }))
  expect(await coverage(postcode)).toEqual({ level: 'nobody', companies: 1, guards: 0 })
  // Whoever counts or calls may leave out that a guard is there still: the table keeps who is gone off duty and unreachable.
  for (const kept of [{ on_duty_since: house.clock.now() }, { phone: newPhone() }]) {
    const written = house.db.updateTable('guards').set(kept).where('id', '=', guardId).execute()
    await expect(written).rejects.toMatchObject({ constraint: expect.stringMatching(/^guards_check/) })
  }
})

test('the company’s own number counts when it is proven, and says that it is only that', async () => {
  const postcode = newPostcode()
  const owner = await joinAsCompany(house, { postcode })
  await letBeCalled(house, (await companyOf(house, owner)).id)
  expect(await coverage(postcode)).toMatchObject({ level: 'nobody' })
  const { person } = owner.signedIn
  await house.db
    .updateTable('profiles')
    .set({ phone_verified_at: house.clock.now() })
    .where('id', '=', person.id)
    .execute()
  expect(await coverage(postcode)).toMatchObject({ level: 'owner only' })
})

test('a permit that runs out at midnight takes the coverage with it', async () => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id)
  await letBeCalled(house, id, '2199-01-01')
  const at = (moment: string) => readCoverage(house.db, [postcode], new Date(moment))
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: '2199-01-01T20:00:00Z', on_duty_until: '2199-01-02T04:00:00Z' })
    .where('company_id', '=', id)
    .execute()
  // Midnight in Stockholm is 23 UTC.
  expect((await at('2199-01-01T22:59:59Z')).get(postcode)).toMatchObject({ level: 'staffed' })
  expect((await at('2199-01-01T23:00:00Z')).get(postcode)).toMatchObject({ level: 'no partner' })
})

test('it says staffed exactly where the dispatch list has a guard', async () => {
  const postcodes: string[] = []
  for (let index = 0; index < 12; index++) {
    const { id, postcode } = await openPartner(house)
    postcodes.push(postcode)
    if (index % 2) await employGuard(house, id, index % 3 ? {} : { phone_verified_at: null })
    if (index % 4 === 1) await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  }
  const now = house.clock.now()
  const list = await readDispatchList(house.db, postcodes, now)
  const covered = await readCoverage(house.db, postcodes, now)
  for (const postcode of postcodes) {
    const hasGuard = list.some((row) => row.areas.includes(postcode) && row.guardId !== null)
    expect(covered.get(postcode)?.level === 'staffed').toBe(hasGuard)
  }
})

test('administrators see the worst off first, page by page, and how many there are', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const [none, empty, staffed] = [await openPostcode(), await openPostcode(), await openPostcode()]
  await openPartner(house, { name: 'Tom Vakt', postcode: empty })
  const { id } = await openPartner(house, { name: 'Full Vakt', postcode: staffed })
  await employGuard(house, id)
  const now = house.clock.now()
  const first = await readWorstCovered(house.db, now, null, 2)
  expect(first.map(({ code, level }) => [code, level])).toEqual([
    [none, 'no partner'],
    [empty, 'nobody'],
  ])
  expect((await readWorstCovered(house.db, now, first.at(-1) ?? null, 2)).map(({ code }) => code)).toEqual([staffed])
  expect(await countCoverage(house.db, now)).toEqual({ 'no partner': 1, nobody: 1, 'owner only': 0, staffed: 1 })
})

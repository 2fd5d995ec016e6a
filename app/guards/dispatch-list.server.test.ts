import { expect, test } from 'vitest'
import { employGuard, guardRow, letBeCalled, newPhone, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { joinAsCompany } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { readDispatchList } from './dispatch-store.server'

const house = useHouse()
const list = (...postcodes: string[]) => readDispatchList(house.db, postcodes, house.clock.now())

test('a guard on duty with a verified number is listed for the company’s postcode', async () => {
  const { id, postcode } = await openPartner(house)
  const guardId = await employGuard(house, id, { name: 'Mira Ek' })
  const [row, ...others] = await list(postcode, '99999')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    companyId: id,
    companyName: 'Vakt AB',
    areas: [postcode],
    guardId,
    personId: null,
    name: 'Mira Ek',
    phone: (await guardRow(house.db, guardId)).phone,
  })
})

const before = () => new Date(house.clock.now().getTime() - 60_000)

test.each([
  ['off duty', () => ({ on_duty_since: null, on_duty_until: null })],
  ['whose duty has ended', () => ({ on_duty_since: new Date(before().getTime() - 60_000), on_duty_until: before() })],
  ['whose number is not verified', () => ({ phone_verified_at: null })],
  [
    'who is removed',
    () => ({ removed_at: before(), phone: null, phone_verified_at: null, on_duty_since: null, on_duty_until: null }),
  ],
])('a guard %s is not listed', async (_, given) => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id, given())
  expect(await list(postcode)).toEqual([])
})

test('no guard of a company without a permit is listed', async () => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id)
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  expect(await list(postcode)).toEqual([])
})

test('the owner is listed with their verified channels only', async () => {
  const owner = await joinAsCompany(house, { postcode: '41999' })
  const company = await companyOf(house, owner)
  await letBeCalled(house, company.id)
  const person = owner.signedIn.person.id
  expect(await list('41999')).toMatchObject([{ guardId: null, personId: person, phone: null, email: null }])
  await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', person).execute()
  expect(await list('41999')).toMatchObject([{ personId: person, phone: null, email: owner.email }])
})

test('a changed number has to be verified again before the guard is listed', async () => {
  const { id, postcode } = await openPartner(house)
  const guardId = await employGuard(house, id)
  await house.db.updateTable('guards').set({ phone: newPhone() }).where('id', '=', guardId).execute()
  expect(await list(postcode)).toEqual([])
})

test('a position is listed for half an hour, and deleted when the guard goes off duty', async () => {
  const { id, postcode } = await openPartner(house)
  const guardId = await employGuard(house, id, { latitude: 59.28, longitude: 18.01, position_at: house.clock.now() })
  expect(await list(postcode)).toMatchObject([{ latitude: 59.28, longitude: 18.01 }])
  house.clock.forward({ minutes: 31 })
  expect(await list(postcode)).toMatchObject([{ latitude: null, longitude: null }])
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: null, on_duty_until: null })
    .where('id', '=', guardId)
    .execute()
  expect(await guardRow(house.db, guardId)).toMatchObject({ latitude: null, longitude: null, position_at: null })
})

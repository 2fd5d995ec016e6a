import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { parseForm } from '~/shared/form'
import { addService } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, type Resident } from '../../../test/support/people'
import { requireOwnCompany } from '../own-company.server'
import { lockCompany } from '../own-company-store.server'
import { insertPhoto, readPhotosOf } from '../photos/photo-store.server'
import { moveService, removeService } from './arrange-services.server'
import { changeService, createService } from './save-service.server'
import { serviceForm } from './service-form'
import { insertService, orderServices, readOwnServices } from './service-store.server'

const house = useHouse()

const written = (title: string) => ({
  id: randomUUID() as string,
  title,
  category: 'cleaning',
  price: '349',
  hours: '1',
})
const stored = async ({ signedIn }: Resident) => {
  const company = await requireOwnCompany(house.db, signedIn)
  return readOwnServices(house.db, company.id)
}

test('saving a removed service, another company’s service or an invalid id is refused as no longer there', async () => {
  const [owner, other] = [await joinAsCompany(house), await joinAsCompany(house)]
  const [mine, theirs] = [written('Min'), written('Deras')]
  valueFrom(await createService(house, owner.signedIn, mine))
  valueFrom(await createService(house, other.signedIn, theirs))
  expect((await stored(owner)).map(({ title, position }) => [title, position])).toEqual([['Min', 1]])
  valueFrom(await removeService(house, owner.signedIn, { id: mine.id }))
  for (const id of [theirs.id, mine.id, 'x']) {
    for (const keep of [createService, changeService]) {
      const refusal = refusalFrom(await keep(house, owner.signedIn, { ...written('Ny'), id }))
      expect(refusal.message).toBe('Tjänsten finns inte längre. Gå tillbaka till listan.')
    }
  }
  expect([await stored(owner), (await stored(other)).map(({ title }) => title)]).toEqual([[], ['Deras']])
  const wrong = { ...theirs, title: '', rut: 'on' }
  for (const keep of [createService, changeService]) {
    expect(refusalFrom(await keep(house, other.signedIn, wrong)).fields).toEqual({
      title: 'Fyll i vad tjänsten heter',
    })
  }
})

test('a service with RUT deduction is refused until the company has stated F-tax', async () => {
  const owner = await joinAsCompany(house)
  const { id: companyId } = await requireOwnCompany(house.db, owner.signedIn)
  const [plain, deducted] = [written('Utan avdrag'), { ...written('Med avdrag'), rut: 'on' }]
  valueFrom(await createService(house, owner.signedIn, plain))
  valueFrom(await changeService(house, owner.signedIn, { ...plain, title: 'Ännu utan' }))
  const needsFTax = { rut: 'Intyga först under Företaget att ni är godkända för F-skatt' }
  expect(refusalFrom(await createService(house, owner.signedIn, deducted)).fields).toEqual(needsFTax)
  expect(refusalFrom(await changeService(house, owner.signedIn, { ...plain, rut: 'on' })).fields).toEqual(needsFTax)
  expect((await stored(owner)).map(({ title, is_rut }) => [title, is_rut])).toEqual([['Ännu utan', false]])
  await house.db.updateTable('companies').set({ f_tax_stated: true }).where('id', '=', companyId).execute()
  valueFrom(await createService(house, owner.signedIn, deducted))
  valueFrom(await changeService(house, owner.signedIn, { ...plain, rut: 'on' }))
  expect((await stored(owner)).map(({ title, is_rut }) => [title, is_rut])).toEqual([
    ['Utan avdrag', true],
    ['Med avdrag', true],
  ])
})

describe('a change to services that waits for another tab of the same company', () => {
  const holding = (companyId: string, change: (db: Database) => Promise<unknown>) => async (db: Database) => {
    await lockCompany(db, companyId)
    await change(db)
  }
  const threeOf = async (owner: Resident) => {
    const forms = ['A', 'B', 'C'].map(written)
    for (const form of forms) valueFrom(await createService(house, owner.signedIn, form))
    return forms.map(({ id }) => id)
  }

  test('moves a service within the order that the other tab left', async () => {
    const owner = await joinAsCompany(house)
    const { id: companyId } = await requireOwnCompany(house.db, owner.signedIn)
    const [a = '', b = '', c = ''] = await threeOf(owner)
    const turned = holding(companyId, (db) => orderServices(db, companyId, [c, b, a]))
    valueFrom(await behind(house.db, turned, () => moveService(house, owner.signedIn, { id: a, direction: 'up' })))
    expect((await stored(owner)).map(({ title }) => title)).toEqual(['C', 'A', 'B'])
  })

  test('removes a service with the photo that the other tab added, without deadlock', async () => {
    const owner = await joinAsCompany(house)
    const { id: companyId } = await requireOwnCompany(house.db, owner.signedIn)
    const forms = await threeOf(owner)
    const [serviceId = ''] = forms
    const photo = { id: randomUUID(), serviceId, url: '/files/a', cardUrl: '/files/b', alt: 'x' }
    // The other transaction renumbers the services too. If the service were locked before its company, this would
    // deadlock.
    const goesOn = async (db: Database) => {
      await insertPhoto(db, companyId, photo, 1, house.clock.now())
      await orderServices(db, companyId, forms.toReversed())
    }
    const holds = (db: Database) => lockCompany(db, companyId)
    const removes = () => removeService(house, owner.signedIn, { id: serviceId })
    valueFrom(await behind(house.db, holds, removes, goesOn))
    expect(await readPhotosOf(house.db, companyId, serviceId)).toEqual([])
    expect((await stored(owner)).map(({ title }) => title)).toEqual(['C', 'B'])
  })

  test('is refused if the other tab created the hundredth service', async () => {
    const owner = await joinAsCompany(house)
    const { id: companyId } = await requireOwnCompany(house.db, owner.signedIn)
    for (let position = 1; position <= 99; position++) await addService(house, companyId, { position })
    const form = valueFrom(parseForm(serviceForm, written('Den hundrade'), 'Nej'))
    const taken = holding(companyId, (db) => insertService(db, companyId, randomUUID(), form, 100))
    const late = await behind(house.db, taken, () => createService(house, owner.signedIn, written('För sent')))
    expect(refusalFrom(late).message).toBe('Ni har redan 100 tjänster. Ta bort någon först.')
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, type Resident } from '../../../test/support/people'
import { requireOwnCompany } from '../own-company.server'
import { removeService } from './arrange-services.server'
import { changeService, createService } from './save-service.server'
import { readOwnServices } from './service-store.server'

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

test('what cannot be kept is not said to be kept', async () => {
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

test('the deduction is promised once the company has said that it has F-tax, and work without it needs no word', async () => {
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

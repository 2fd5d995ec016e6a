import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBookPage } from '~/bookings/book/read-book-page.server'
import { saveCompany } from '~/companies/save-company.server'
import { changeService, createService } from '~/companies/services/save-service.server'
import { addOpeningHours } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsMember } from '../../test/support/people'
import { companyOf, joinAlone } from '../../test/support/sponsorship'
import { readCompanyProfile } from './read-company-profile.server'

/** What a company must tell customers: RUT deduction only where it applies (0177), and who the seller is (0178). */

const house = useHouse()

async function shop() {
  const person = await joinAlone(house)
  const company = await companyOf(house, person)
  await addOpeningHours(house, company.id)
  const uppgifter = {
    name: company.name,
    orgNumber: company.org_number,
    category: 'cleaning',
    address: company.address,
    postcode: company.postcode,
    phone: company.phone,
    email: company.email,
  }
  const say = (given: Record<string, string>) => saveCompany(house, person.signedIn, { ...uppgifter, ...given })
  return { person, company, say }
}

const windows = (given: Record<string, string> = {}) => ({
  id: randomUUID(),
  title: 'Fönsterputs',
  category: 'cleaning',
  price: '600',
  hours: '1',
  rut: 'on',
  labour: '80',
  ...given,
})

async function profileOf(id: string, reader?: 'signed in') {
  const profile = await readCompanyProfile(house, id, reader)
  if (!('company' in profile)) throw new Error('The company has a page')
  return profile
}

/** Whether the deduction is shown; must be the same on the profile and the booking page. */
async function isRutShown({ company }: Awaited<ReturnType<typeof shop>>) {
  const onProfile = (await profileOf(company.id)).services[0]?.is_rut
  const member = await joinAsMember(house, { postcode: company.postcode })
  const search = { text: '', category: null, after: null, service: null, day: null }
  const page = await readBookPage(house, member.signedIn, search)
  expect(page.services[0]?.isRut).toBe(onProfile)
  return onProfile
}

test('requires F-tax for the RUT deduction: a service is refused it without, and no longer shows it once F-tax is gone', async () => {
  const own = await shop()
  const service = windows()
  const refusal = refusalFrom(await createService(house, own.person.signedIn, service))
  expect(refusal.fields).toMatchObject({ rut: expect.stringContaining('F-skatt') })
  valueFrom(await own.say({ fTax: 'on' }))
  valueFrom(await createService(house, own.person.signedIn, service))
  expect(await isRutShown(own)).toBe(true)
  valueFrom(await own.say({}))
  expect(await isRutShown(own)).toBe(false)
  expect(refusalFrom(await changeService(house, own.person.signedIn, service)).fields).toHaveProperty('rut')
})

test('offers the RUT deduction only for categories of household work', async () => {
  const own = await shop()
  valueFrom(await own.say({ fTax: 'on' }))
  for (const category of ['hair', 'massage', 'foot', 'dog', 'security', 'other']) {
    const refusal = refusalFrom(await createService(house, own.person.signedIn, windows({ category })))
    expect(refusal.fields).toMatchObject({ rut: 'Arbete i den kategorin ger inte rutavdrag' })
  }
  valueFrom(await createService(house, own.person.signedIn, windows()))
  await house.db.updateTable('services').set({ category: 'hair' }).where('company_id', '=', own.company.id).execute()
  expect(await isRutShown(own)).toBe(false)
})

test('the profile names the seller, and shows a sole trader’s number only to a logged-in reader', async () => {
  const own = await shop()
  expect(refusalFrom(await own.say({ vatNumber: '5560160680' })).fields).toMatchObject({
    vatNumber: 'Skriv numret så här: SE556016068001',
  })
  valueFrom(await own.say({ vatNumber: 'se 556016-0680 01', fTax: 'on' }))
  expect((await profileOf(own.company.id)).seller).toEqual({
    name: own.company.name,
    orgNumber: own.company.org_number,
    vatNumber: 'SE556016068001',
    isSoleTrader: false,
    hasFTax: true,
  })
  valueFrom(await own.say({ orgNumber: '640823-3234', vatNumber: 'SE640823323401' }))
  const open = await profileOf(own.company.id)
  expect(JSON.stringify(open)).not.toContain('640823')
  expect(open.seller).toMatchObject({ orgNumber: null, vatNumber: null, isSoleTrader: true })
  expect((await profileOf(own.company.id, 'signed in')).seller.orgNumber).toBe('640823-3234')
})

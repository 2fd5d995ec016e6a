import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { requestBooking } from '~/bookings/public.server'
import { createOffer, stopOffer } from '~/directory/offers/schedule-offers.server'
import { FilesUnavailable, parseFileName } from '~/platform/files/files.server'
import { isPaidOffer } from '~/sponsorship/public.server'
import { bookingsOf, bookingValues, joinNear, openShop, setClock } from '../../test/support/bookings'
import { type TestHouse, useHouse } from '../../test/support/house'
import { companyProfile } from '../../test/support/listings'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { block, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { html, twoColours, withGps } from '../../test/support/pictures'
import { readClosedDays, readOpeningHours } from './hours/hours-store.server'
import { localTime } from './hours/local-time.server'
import { addClosedDays, removeClosedDays } from './hours/plan-closed-days.server'
import { saveCapacity, saveHours } from './hours/save-hours.server'
import { removeLogo, saveLogo } from './logo/save-logo.server'
import { readOwnOffers } from './offer-store.server'
import { requireOwnCompany } from './own-company.server'
import { saveCompany } from './save-company.server'
import { moveService, pauseService, removeService, resumeService } from './services/arrange-services.server'
import { isListed } from './services/card-columns.server'
import { changeService, createService } from './services/save-service.server'
import { readOwnServices } from './services/service-store.server'
import type { ReviewState } from './standing/review'

const house = useHouse()

const profile = {
  ...companyProfile,
  email: 'Hej@Lind.example',
  bio: 'Vi klipper.\r\nGärna häckar.',
  fTax: 'on',
}
const service = (title: string) => ({
  id: randomUUID() as string,
  title,
  category: 'cleaning',
  price: '349,50',
  hours: '1',
  minutes: '30',
})
const logoForm = (bytes: Buffer) => {
  const form = new FormData()
  form.set('picture', new File([new Uint8Array(bytes)], 'logo.jpg', { type: 'image/jpeg' }))
  return form
}
const own = ({ signedIn }: Resident) => requireOwnCompany(house.db, signedIn)
const titles = async (owner: Resident) =>
  (await readOwnServices(house.db, (await own(owner)).id)).map(({ title }) => title)
const inDays = (days: number) => Temporal.PlainDate.from(localTime(house.clock.now()).day).add({ days }).toString()

test('saving a profile normalises and stores what was written', async () => {
  const owner = await joinAsCompany(house)
  valueFrom(await saveCompany(house, owner.signedIn, profile))
  expect(await own(owner)).toMatchObject({
    name: 'Lind & Co',
    category: 'garden',
    postcode: '12541',
    phone: '+46812345679',
    email: 'hej@lind.example',
    bio: 'Vi klipper.\nGärna häckar.',
    f_tax_stated: true,
    insurance_stated: false,
  })
})

test.each([
  [{ name: '' }, 'name'],
  [{ phone: 'abc' }, 'phone'],
  [{ email: 'abc' }, 'email'],
  [{ postcode: '1' }, 'postcode'],
  [{ category: 'admin' }, 'category'],
  [{ bio: 'x'.repeat(2001) }, 'bio'],
])('a profile with %o is refused at its field and nothing is changed', async (wrong, field) => {
  const owner = await joinAsCompany(house)
  const before = await own(owner)
  expect(Object.keys(refusalFrom(await saveCompany(house, owner.signedIn, { ...profile, ...wrong })).fields)).toEqual([
    field,
  ])
  expect(await own(owner)).toEqual(before)
})

test('the faults of a profile are told in the order of its page, in words about the company', async () => {
  const owner = await joinAsCompany(house)
  const empty = { name: '', phone: '', email: '', address: '', orgNumber: '', postcode: '1', category: '' }
  const { fields } = refusalFrom(await saveCompany(house, owner.signedIn, { ...profile, ...empty }))
  expect(Object.keys(fields)).toEqual(['name', 'category', 'phone', 'email', 'address', 'postcode', 'orgNumber'])
  expect(fields.email).toBe('Fyll i företagets e-postadress')
})

test('plan, partner status, rating, review state and owner cannot be set through the profile form (mass assignment)', async () => {
  const owner = await joinAsCompany(house)
  const before = await own(owner)
  const kept = house.db.selectFrom('companies').select(['plan', 'owner_id', 'rating_count']).where('id', '=', before.id)
  const stored = await kept.executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ plan: 'base', owner_id: owner.signedIn.person.id })
  const asked = {
    id: randomUUID(),
    plan: 'sponsor',
    is_security_partner: 'true',
    rating: '5',
    rating_count: '100',
    review_state: 'approved',
    owner_id: randomUUID(),
    logo_url: 'https://evil.test/x',
  }
  valueFrom(await saveCompany(house, owner.signedIn, { ...profile, ...asked }))
  const { id, is_security_partner, rating, review_state, logo_url } = before
  expect(await own(owner)).toMatchObject({ id, is_security_partner, rating, review_state, logo_url })
  expect(await kept.executeTakeFirstOrThrow()).toEqual(stored)
})

test('renaming an approved company sends it back to review; a hidden one stays hidden', async () => {
  const owner = await joinAsCompany(house)
  const { id } = await own(owner)
  const stateAfter = async (state: ReviewState, values: Record<string, string>) => {
    const hidden_reason = state === 'hidden' ? 'Fel nummer' : null
    await house.db.updateTable('companies').set({ review_state: state, hidden_reason }).where('id', '=', id).execute()
    valueFrom(await saveCompany(house, owner.signedIn, values))
    return (await own(owner)).review_state
  }
  expect(await stateAfter('waiting', profile)).toBe('waiting')
  expect(await stateAfter('approved', { ...profile, bio: 'Ny text' })).toBe('approved')
  expect(await stateAfter('approved', { ...profile, name: 'Ett annat bolag' })).toBe('waiting')
  expect(await stateAfter('hidden', profile)).toBe('hidden')
})

test('opening hours are replaced as a whole, also when four tabs save at the same time', async () => {
  const owner = await joinAsCompany(house)
  const week = (opens: string) => ({ alike: 'on', 'opens-1-1': opens, 'closes-1-1': '17:00' })
  const answers = await Promise.all(
    ['07:00', '08:00', '09:00', '08:00'].map((opens) => saveHours(house, owner.signedIn, week(opens))),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const stored = await readOpeningHours(house.db, (await own(owner)).id)
  expect(stored).toHaveLength(5)
  expect(new Set(stored.map(({ opens }) => opens)).size).toBe(1)
  valueFrom(await saveHours(house, owner.signedIn, {}))
  expect(await readOpeningHours(house.db, (await own(owner)).id)).toEqual([])
})

test('adding and removing closed days is idempotent', async () => {
  const owner = await joinAsCompany(house)
  const days = { from: inDays(3), to: inDays(9), reason: 'Semester' }
  for (const answer of await Promise.all([1, 2, 3].map(() => addClosedDays(house, owner.signedIn, days))))
    valueFrom(answer)
  const { id } = await own(owner)
  const [stored, ...more] = await readClosedDays(house.db, id, inDays(0))
  expect(stored).toMatchObject({ from: inDays(3), to: inDays(9), reason: 'Semester' })
  expect(more).toEqual([])
  for (let again = 0; again < 2; again++)
    valueFrom(await removeClosedDays(house, owner.signedIn, { id: stored?.id ?? '' }))
  expect(await readClosedDays(house.db, id, inDays(0))).toEqual([])
})

test('days with bookings are closed only after the owner has confirmed the current list of bookings', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const book = async (time: string) =>
    valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-02-01', time)))
  await book('10:00')
  const days = { from: '2027-01-31', to: '2027-02-01', reason: '' }
  const close = (given: Record<string, string>) => addClosedDays(house, shop.owner.signedIn, { ...days, ...given })
  const first = refusalFrom(await close({ seen: 'on' }))
  expect(first.message).toContain('Hemstäd måndag 1 februari kl. 10.00.')
  expect(Object.keys(first.fields)).toEqual(['seen'])
  await book('15:00')
  const second = refusalFrom(await close({ seen: 'on', named: first.message }))
  expect(second.message).toContain('kl. 10.00; Hemstäd måndag 1 februari kl. 15.00.')
  refusalFrom(await close({ named: second.message }))
  expect(await readClosedDays(house.db, shop.companyId, '2027-01-29')).toEqual([])
  valueFrom(await close({ seen: 'on', named: second.message }))
  expect(await readClosedDays(house.db, shop.companyId, '2027-01-29')).toHaveLength(1)
  expect(await bookingsOf(house, shop.companyId)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  valueFrom(await close({ from: '2027-02-02', to: '2027-02-03' }))
  vi.useRealTimers()
})

test('a company’s 60 listed offers begin with a running one, even after 70 ended offers', async () => {
  const owner = await joinAsCompany(house)
  const { id, postcode } = await own(owner)
  const over = {
    company_id: id,
    postcode,
    title: 'Slut',
    description: '',
    valid_from: inDays(0),
    valid_to: inDays(300),
  }
  await house.db
    .insertInto('offers')
    .values(Array.from({ length: 70 }, () => ({ ...over, is_active: false })))
    .execute()
  const offer = {
    id: randomUUID() as string,
    title: 'Nytt',
    description: 'Tio procent',
    from: inDays(0),
    to: inDays(3),
  }
  valueFrom(await createOffer(house, owner.signedIn, offer))
  const listed = await readOwnOffers(house.db, id, isPaidOffer)
  expect([listed[0]?.id, listed.length]).toEqual([offer.id, 60])
})

test('a company is not listed while its owner has another role or is blocked', async () => {
  const owner = await joinAsCompany(house, { postcode: '12591' })
  const { id } = await own(owner)
  const isListedNow = async () =>
    (await house.db.selectFrom('companies').select('id').where('id', '=', id).where(isListed).execute()).length === 1
  type Change = { user_role: 'member' | 'company' }
  const set = (change: Change) =>
    house.db.updateTable('profiles').set(change).where('id', '=', owner.signedIn.person.id).execute()
  expect(await isListedNow()).toBe(true)
  await set({ user_role: 'member' })
  expect(await isListedNow()).toBe(false)
  await set({ user_role: 'company' })
  expect(await isListedNow()).toBe(true)
  await block(house, owner, house.clock.now())
  expect(await isListedNow()).toBe(false)
  await block(house, owner, null)
  expect(await isListedNow()).toBe(true)
})

test.each(['0', '51', '1.5', '', 'två'])('%j as capacity is refused at its field', async (capacity) => {
  const owner = await joinAsCompany(house)
  expect(refusalFrom(await saveCapacity(house, owner.signedIn, { capacity })).fields).toHaveProperty('capacity')
  valueFrom(await saveCapacity(house, owner.signedIn, { capacity: '3' }))
  expect((await own(owner)).capacity).toBe(3)
})

test('a service is created once, changed, paused, resumed, moved and removed', async () => {
  const owner = await joinAsCompany(house)
  const [first, second, third] = [service('Ett'), service('Två'), service('Tre')]
  for (const form of [first, second, second, third]) valueFrom(await createService(house, owner.signedIn, form))
  expect(await titles(owner)).toEqual(['Ett', 'Två', 'Tre'])

  valueFrom(await moveService(house, owner.signedIn, { id: third.id, direction: 'up' }))
  valueFrom(await moveService(house, owner.signedIn, { id: first.id, direction: 'up' }))
  expect(await titles(owner)).toEqual(['Ett', 'Tre', 'Två'])
  valueFrom(await removeService(house, owner.signedIn, { id: third.id }))
  valueFrom(await removeService(house, owner.signedIn, { id: third.id }))
  valueFrom(await createService(house, owner.signedIn, service('Fyra')))
  valueFrom(await moveService(house, owner.signedIn, { id: first.id, direction: 'down' }))
  expect(await titles(owner)).toEqual(['Två', 'Ett', 'Fyra'])

  const { id: companyId } = await own(owner)
  await house.db.updateTable('companies').set({ f_tax_stated: true }).where('id', '=', companyId).execute()
  valueFrom(
    await changeService(house, owner.signedIn, { ...first, title: 'Ettan', price: '1 995', rut: 'on', labour: '80' }),
  )
  valueFrom(await pauseService(house, owner.signedIn, { id: first.id }))
  const find = async () => (await readOwnServices(house.db, (await own(owner)).id)).find(({ id }) => id === first.id)
  expect(await find()).toMatchObject({
    title: 'Ettan',
    listOre: 199_500,
    duration_min: 90,
    is_rut: true,
    labour_percent: 80,
    active: false,
  })
  valueFrom(await resumeService(house, owner.signedIn, { id: first.id }))
  expect(await find()).toMatchObject({ active: true })
  expect(refusalFrom(await changeService(house, owner.signedIn, { ...third, title: 'Tillbaka' })).message).toContain(
    'finns inte längre',
  )
})

test('concurrent moves of services leave unbroken positions and no service lost', async () => {
  const owner = await joinAsCompany(house)
  const forms = ['A', 'B', 'C', 'D'].map(service)
  for (const form of forms) valueFrom(await createService(house, owner.signedIn, form))
  await Promise.all(
    forms.flatMap(({ id }) =>
      ['up', 'down', 'up'].map((direction) => moveService(house, owner.signedIn, { id, direction })),
    ),
  )
  expect((await titles(owner)).toSorted()).toEqual(['A', 'B', 'C', 'D'])
  const rows = await readOwnServices(house.db, (await own(owner)).id)
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4])
})

test('an offer is created once, runs, and ends when its owner stops it', async () => {
  const owner = await joinAsCompany(house)
  const offer = { id: randomUUID() as string, title: 'Höstpris', from: inDays(0), to: inDays(10) }
  for (let again = 0; again < 2; again++) valueFrom(await createOffer(house, owner.signedIn, offer))
  const { id } = await own(owner)
  expect(await readOwnOffers(house.db, id, isPaidOffer)).toMatchObject([
    { title: 'Höstpris', valid_from: inDays(0), is_active: true },
  ])
  valueFrom(await stopOffer(house, owner.signedIn, { id: offer.id }))
  expect(await readOwnOffers(house.db, id, isPaidOffer)).toMatchObject([{ is_active: false }])
})

async function logoOf(owner: Resident) {
  const { logo_url } = await own(owner)
  return logo_url === null ? null : parseFileName(logo_url.replace('/files/', ''))
}

test('a logo is stored, replaced and removed, and the file of the previous logo is deleted', async () => {
  const owner = await joinAsCompany(house)
  valueFrom(await saveLogo(house, owner.signedIn, logoForm(await withGps())))
  const first = await logoOf(owner)
  expect(first && (await house.files.get(first))).not.toBeNull()
  valueFrom(await saveLogo(house, owner.signedIn, logoForm(await twoColours(300, 300))))
  const second = await logoOf(owner)
  expect(second).not.toBe(first)
  expect(first && (await house.files.get(first))).toBeNull()
  for (let again = 0; again < 2; again++) valueFrom(await removeLogo(house, owner.signedIn))
  expect(await logoOf(owner)).toBeNull()
  expect(second && (await house.files.get(second))).toBeNull()
})

test('removing a logo keeps the same picture of another company', async () => {
  const [one, other] = [await joinAsCompany(house), await joinAsCompany(house)]
  const picture = await twoColours(300, 300)
  for (const owner of [one, other]) valueFrom(await saveLogo(house, owner.signedIn, logoForm(picture)))
  valueFrom(await removeLogo(house, one.signedIn))
  const kept = await logoOf(other)
  expect(kept && (await house.files.get(kept))).not.toBeNull()
})

test('race condition: five uploads at the same time leave one logo and one file', async () => {
  const owner = await joinAsCompany(house)
  const picture = await twoColours(200, 200)
  const put: string[] = []
  const counted: TestHouse = Object.assign(Object.create(house), {
    files: {
      ...house.files,
      put(name, bytes) {
        put.push(name)
        return house.files.put(name, bytes)
      },
    } satisfies TestHouse['files'],
  })
  await Promise.all([1, 2, 3, 4, 5].map(() => saveLogo(counted, owner.signedIn, logoForm(picture))))
  const left = await Promise.all(
    put.map(async (name) => [name, await house.files.get(parseFileName(name) as never)] as const),
  )
  expect(left.filter(([, bytes]) => bytes !== null).map(([name]) => name)).toEqual([await logoOf(owner)])
})

test('a refused picture leaves the logo unchanged', async () => {
  const owner = await joinAsCompany(house)
  valueFrom(await saveLogo(house, owner.signedIn, logoForm(await twoColours(300, 300))))
  const before = await logoOf(owner)
  expect(refusalFrom(await saveLogo(house, owner.signedIn, logoForm(html))).fields).toHaveProperty('picture')
  expect(refusalFrom(await saveLogo(house, owner.signedIn, new FormData())).fields.picture).toBe('Välj en bild')
  expect(await logoOf(owner)).toBe(before)
})

test('a storage failure leaves the logo unset and asks the owner to try again', async () => {
  const owner = await joinAsCompany(house)
  const broken: TestHouse = Object.assign(Object.create(house), {
    files: { ...house.files, put: () => Promise.reject(new FilesUnavailable('down')) },
  })
  const refusal = refusalFrom(await saveLogo(broken, owner.signedIn, logoForm(await twoColours(300, 300))))
  expect(refusal.message).toContain('Försök igen')
  expect(await logoOf(owner)).toBeNull()
})

test('a member, and a company account whose company was removed, cannot save a company', async () => {
  const member = await joinAsMember(house)
  await expect(saveCompany(house, member.signedIn, profile)).rejects.toThrow('not allowed')
  const owner = await joinAsCompany(house)
  await house.db
    .updateTable('companies')
    .set({ deleted_at: new Date() })
    .where('id', '=', (await own(owner)).id)
    .execute()
  await expect(saveCompany(house, owner.signedIn, profile)).rejects.toThrow('has no company')
})

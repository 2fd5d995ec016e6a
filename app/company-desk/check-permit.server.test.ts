import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { readAreas } from '~/companies/standing/call-standing-store.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { dayOf, daysAfter } from '~/shared/time'
import { useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, type Resident } from '../../test/support/people'
import { checkPermit, removePermit } from './check-permit.server'
import { readCompanyForAdmin } from './read-company-for-admin.server'

const house = useHouse()
const permit = { number: 'BEV-1', kind: 'Bevakningsföretag', validUntil: '2099-12-31', areas: '125 40', seen: '1' }
const sure = { reason: 'Återkallat av länsstyrelsen', sure: 'on' }

const statusOf = async (id: string) =>
  (await house.db.selectFrom('companies').select('security_status').where('id', '=', id).executeTakeFirstOrThrow())
    .security_status

const setStatus = (id: string, status: 'pending' | 'active') =>
  house.db
    .updateTable('companies')
    .set({ is_security_partner: true, security_status: status })
    .where('id', '=', id)
    .execute()

async function meet() {
  const admin = await joinAsAdmin(house)
  const owner = await joinAsCompany(house)
  const { id } = await house.db
    .selectFrom('companies')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  await house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', id).execute()
  return { admin: admin.signedIn, owner, id }
}

/** Books a sponsor's month. Whether it is paid must not matter for alarms. */
const book = (id: string, postcode: string, status: 'reserved' | 'active') =>
  house.db
    .insertInto('sponsor_slots')
    .values({ company_id: id, postcode, month: '2099-01-01', status, price_cents: 99500 })
    .execute()
const payFor = (id: string, postcode: string) => book(id, postcode, 'active')

test('the database keeps a company without a permit from having an active security status', async () => {
  const { id } = await meet()
  await setStatus(id, 'active')
  expect(await statusOf(id)).toBe('pending')
})

const papers = {
  centreClass: 'EN 50518 kategori I',
  centreCertifier: 'SBSC',
  centreCertificate: '12-345',
  centreValidUntil: '2099-06-30',
}

test('the centre papers are stored whole with the permit, refused when incomplete or expired, and audited', async () => {
  const { admin, id } = await meet()
  valueFrom(await checkPermit(house, admin, id, { ...permit, ...papers }))
  const read = async () => found(await readCompanyForAdmin(house, admin, id)).security.permit?.centre
  expect(await read()).toEqual({
    ...{ class: 'EN 50518 kategori I', certifier: 'SBSC', certificate: '12-345', validUntil: '2099-06-30' },
    ...{ until: '30 juni 2099', isValid: true },
  })
  const also = refusalFrom(
    await checkPermit(house, admin, id, { ...permit, ...papers, number: '', centreCertifier: ' ' }),
  )
  expect(Object.keys(also.fields)).toEqual(['number', 'centreCertifier'])
  const half = refusalFrom(await checkPermit(house, admin, id, { ...permit, ...papers, centreCertifier: ' ' }))
  expect(Object.keys(half.fields)).toEqual(['centreCertifier'])
  const old = refusalFrom(await checkPermit(house, admin, id, { ...permit, ...papers, centreValidUntil: '2020-01-01' }))
  expect(Object.keys(old.fields)).toEqual(['centreValidUntil'])
  valueFrom(await checkPermit(house, admin, id, permit))
  expect(await read()).toBeNull()
  const [last] = await readAudit(house.db, { kind: 'company', id }, 1)
  expect(last?.before).toMatchObject({ centre: 'EN 50518 kategori I, SBSC, 12-345, 2099-06-30' })
})

test('checking a permit records who did it and makes a partner active, until the permit is removed', async () => {
  const { admin, id } = await meet()
  await setStatus(id, 'pending')
  await payFor(id, '10001')
  valueFrom(await checkPermit(house, admin, id, permit))
  expect(await statusOf(id)).toBe('active')
  const page = found(await readCompanyForAdmin(house, admin, id))
  expect(page.security).toMatchObject({
    whyNot: null,
    permit: { number: 'BEV-1', isValid: true, checked: expect.stringContaining('Eva Lind') },
  })

  valueFrom(await removePermit(house, admin, id, sure))
  valueFrom(await removePermit(house, admin, id, sure))
  expect(await statusOf(id)).toBe('pending')
  expect(found(await readCompanyForAdmin(house, admin, id)).history.map(({ what }) => what)).toEqual([
    'Tog bort tillståndet',
    'Kontrollerade tillståndet',
  ])
})

test('a partner with a checked permit is active even if its month is unpaid', async () => {
  const { admin, id } = await meet()
  await setStatus(id, 'pending')
  await book(id, '10004', 'reserved')
  valueFrom(await checkPermit(house, admin, id, permit))
  expect(await statusOf(id)).toBe('active')
  expect(found(await readCompanyForAdmin(house, admin, id)).security.whyNot).toBeNull()
})

test('an expired permit stops the alarms, with the reason shown', async () => {
  const { admin, id } = await meet()
  await setStatus(id, 'pending')
  await payFor(id, '10002')
  const tomorrow = daysAfter(dayOf(house.clock.now()), 1)
  valueFrom(await checkPermit(house, admin, id, { ...permit, validUntil: tomorrow }))
  expect(found(await readCompanyForAdmin(house, admin, id)).security.whyNot).toBeNull()
  house.clock.forward({ days: 3 })
  expect(found(await readCompanyForAdmin(house, admin, id)).security.whyNot).toContain('gått ut')
})

test('shortening a permit directly in the database takes the active status away', async () => {
  const { admin, id } = await meet()
  await setStatus(id, 'pending')
  await payFor(id, '10003')
  valueFrom(await checkPermit(house, admin, id, permit))
  await house.db
    .updateTable('security_partner_records')
    .set({ valid_until: '2020-01-01' })
    .where('company_id', '=', id)
    .execute()
  expect(await statusOf(id)).toBe('pending')
})

test.each([
  ['no number', { number: '' }, 'number'],
  ['no kind', { kind: '' }, 'kind'],
  ['no last valid day', { validUntil: '' }, 'validUntil'],
  ['a date that does not exist', { validUntil: '2027-02-30' }, 'validUntil'],
  ['a date in the past', { validUntil: '2020-01-01' }, 'validUntil'],
  ['no area', { areas: ' , ' }, 'areas'],
  ['an area that is not a postcode', { areas: '125 40, Älvsjö' }, 'areas'],
  ['an area with a digit too few', { areas: '1254' }, 'areas'],
  ['an unknown postcode', { areas: '125 40, 999 98' }, 'areas'],
])('a permit with %s is refused at its field', async (_, wrong, field) => {
  const { admin, id } = await meet()
  const refusal = refusalFrom(await checkPermit(house, admin, id, { ...permit, ...wrong }))
  expect(Object.keys(refusal.fields)).toEqual([field])
  expect(found(await readCompanyForAdmin(house, admin, id)).security.permit).toBeNull()
})

test('a company cannot check or remove its own permit', async () => {
  const { owner, id } = await meet()
  const asOwner = (person: Resident) => person.signedIn
  await expect(checkPermit(house, asOwner(owner), id, permit)).rejects.toThrow('not allowed')
  await expect(removePermit(house, asOwner(owner), id, sure)).rejects.toThrow('not allowed')
})

test('the areas of a permit are stored as written by the administrator, audited, and removed with it', async () => {
  const { admin, id } = await meet()
  await setStatus(id, 'pending')
  await payFor(id, '10005')
  await savePostcode(house.db, { code: '12531', name: 'Solberga', state: 'open', latitude: null, longitude: null })
  valueFrom(await checkPermit(house, admin, id, { ...permit, areas: '125 40,12531\n125 40' }))
  expect(found(await readCompanyForAdmin(house, admin, id)).security.permit?.areas).toEqual(['125 31', '125 40'])
  valueFrom(await checkPermit(house, admin, id, { ...permit, areas: '12531' }))
  const [latest] = await readAudit(house.db, { kind: 'company', id }, 1)
  expect(latest).toMatchObject({
    before: { areas: '125 31, 125 40' },
    after: { areas: '125 31', name: 'Lind Städ AB' },
  })
  valueFrom(await removePermit(house, admin, id, sure))
  expect(await readAreas(house.db, id)).toEqual([])
})

test('checking a permit is refused if the company’s name changed since the page was read', async () => {
  const { admin, id } = await meet()
  // A form without the seen version counts as not having seen the first one.
  const { seen: _, ...unseen } = permit
  for (const one of [unseen, { ...permit, seen: '' }, { ...permit, seen: 'x' }]) {
    refusalFrom(await checkPermit(house, admin, id, one))
  }
  await house.db
    .updateTable('companies')
    .set({ review_state: 'waiting', proposed_name: 'Polisen Älvsjö', proposed_org_number: '556016-0680' })
    .where('id', '=', id)
    .execute()
  expect(refusalFrom(await checkPermit(house, admin, id, permit)).message).toContain('sedan du tittade')
})

import { expect, test } from 'vitest'
import { employGuard, letBeCalled, newPhone, newPostcode, openPartner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { readDispatchList } from '../dispatch-store.server'
import { removeGuard } from '../own/remove-guard.server'
import { listCoverage, readCoverage } from './coverage-store.server'
import { tellOfUncovered } from './tell-of-uncovered.server'

const house = useHouse()
const coverage = async (postcode: string) =>
  (await readCoverage(house.db, [postcode], house.clock.now())).get(postcode) ?? null

async function openPostcode() {
  const code = newPostcode()
  await house.db.insertInto('postcodes').values({ code, name: 'Provby', state: 'open' }).execute()
  return code
}

test('a postcode that does not exist has no partner', async () => {
  expect(await coverage('99999')).toEqual({ level: 'no partner', companies: 0, guards: 0 })
})

test('a partner’s postcode is staffed only while a guard is on duty', async () => {
  const { id, postcode } = await openPartner(house)
  expect(await coverage(postcode)).toEqual({ level: 'nobody', companies: 1, guards: 0 })
  await employGuard(house, id)
  expect(await coverage(postcode)).toEqual({ level: 'staffed', companies: 1, guards: 1 })
  house.clock.forward({ hours: 8 })
  expect(await coverage(postcode)).toMatchObject({ level: 'nobody', guards: 0 })
})

test('a guard with an unverified number does not count', async () => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id, { phone_verified_at: null })
  expect(await coverage(postcode)).toMatchObject({ level: 'nobody', guards: 0 })
})

test('a guard who is removed while on duty no longer counts, and a check constraint keeps them off duty', async () => {
  const owner = await joinAsCompany(house, { postcode: newPostcode() })
  const { id, postcode } = await companyOf(house, owner)
  await letBeCalled(house, id)
  const guardId = await employGuard(house, id)
  expect(await coverage(postcode)).toMatchObject({ level: 'staffed', guards: 1 })
  valueFrom(await removeGuard(house, owner.signedIn, { id: guardId }))
  expect(await coverage(postcode)).toEqual({ level: 'nobody', companies: 1, guards: 0 })
  // Queries may omit the `removed_at` condition: a check constraint keeps a removed guard off duty and without a phone.
  for (const kept of [{ on_duty_since: house.clock.now() }, { phone: newPhone() }]) {
    const written = house.db.updateTable('guards').set(kept).where('id', '=', guardId).execute()
    await expect(written).rejects.toMatchObject({ constraint: expect.stringMatching(/^guards_check/) })
  }
})

test('the owner’s verified number counts as "owner only"', async () => {
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

test('coverage ends at midnight when the partner’s permit expires', async () => {
  const { id, postcode } = await openPartner(house)
  await employGuard(house, id)
  await letBeCalled(house, id, '2199-01-01')
  const at = (moment: string) => readCoverage(house.db, [postcode], new Date(moment))
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: '2199-01-01T20:00:00Z', on_duty_until: '2199-01-02T04:00:00Z' })
    .where('company_id', '=', id)
    .execute()
  // Midnight in Stockholm (CET) is 23 UTC.
  expect((await at('2199-01-01T22:59:59Z')).get(postcode)).toMatchObject({ level: 'staffed' })
  expect((await at('2199-01-01T23:00:00Z')).get(postcode)).toMatchObject({ level: 'no partner' })
})

test('a postcode is staffed exactly when the dispatch list has a guard for it', async () => {
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

test('the administrators’ list has the worst covered first, page by page, with counts of every level', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const [none, empty, staffed] = [await openPostcode(), await openPostcode(), await openPostcode()]
  await openPartner(house, { name: 'Tom Vakt', postcode: empty })
  const { id } = await openPartner(house, { name: 'Full Vakt', postcode: staffed })
  await employGuard(house, id)
  const now = house.clock.now()
  const { rows: first, counts } = await listCoverage(house.db, now, null, 2)
  expect(first.map(({ code, level }) => [code, level])).toEqual([
    [none, 'no partner'],
    [empty, 'nobody'],
  ])
  expect(counts).toEqual({ 'no partner': 1, nobody: 1, 'owner only': 0, staffed: 1 })
  const rest = await listCoverage(house.db, now, first.at(-1) ?? null, 2)
  expect(rest.rows.map(({ code }) => code)).toEqual([staffed])
  // The counts cover all pages, also past the last row.
  const past = await listCoverage(house.db, now, rest.rows.at(-1) ?? null, 2)
  expect(past).toEqual({ rows: [], counts })
})

test('the list sorts equal levels by postcode across pages, and leaves out closed postcodes', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const codes = ['39003', '39001', '39004', '39002']
  for (const code of codes) await house.db.insertInto('postcodes').values({ code, name: 'By', state: 'open' }).execute()
  await house.db.insertInto('postcodes').values({ code: '39000', name: 'Stängt', state: 'closed' }).execute()
  const owner = await joinAsCompany(house, { postcode: '39002' })
  await letBeCalled(house, (await companyOf(house, owner)).id)
  const proven = { phone_verified_at: house.clock.now() }
  await house.db.updateTable('profiles').set(proven).where('id', '=', owner.signedIn.person.id).execute()
  const now = house.clock.now()
  const seen: string[] = []
  for (let last: { rank: number; code: string } | null = null; seen.length < 5; ) {
    const { rows } = await listCoverage(house.db, now, last, 1)
    const row: (typeof rows)[number] | undefined = rows[0]
    if (!row) break
    expect(row.name).toBe('By')
    seen.push(row.code)
    last = row
  }
  expect(seen).toEqual(['39001', '39003', '39004', '39002'])
  const { counts } = await listCoverage(house.db, now, null, 1)
  expect(counts).toEqual({ 'no partner': 3, nobody: 0, 'owner only': 1, staffed: 0 })
})

test('counts all partners that are called in the postcode, and their guards', async () => {
  const one = await openPartner(house)
  await openPartner(house, { name: 'Tom Vakt', postcode: one.postcode })
  const three = await openPartner(house, { name: 'Full Vakt', postcode: one.postcode })
  for (const id of [one.id, one.id, three.id]) await employGuard(house, id)
  expect(await coverage(one.postcode)).toEqual({ level: 'staffed', companies: 3, guards: 3 })
  expect(await readCoverage(house.db, [], house.clock.now())).toEqual(new Map())
})

test('tells every administrator in one mail which open postcodes have no partner, each once', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const admins = [await joinAsAdmin(house), await joinAsAdmin(house)]
  await tellOfUncovered(house)
  for (const code of ['38002', '38001', '38003'])
    await house.db.insertInto('postcodes').values({ code, name: 'By', state: 'open' }).execute()
  const { id } = await openPartner(house, { name: 'Vakt', postcode: '38003' })
  await house.deliver()
  house.woken.length = 0
  expect(await tellOfUncovered(house)).toBe(2)
  expect(house.woken).toEqual(['messages'])
  const letters = (await house.deliver()).filter(({ subject }) => subject.includes('utan trygghetspartner'))
  expect(letters.map(({ recipient }) => recipient).toSorted()).toEqual(admins.map(({ email }) => email).toSorted())
  expect(letters[0]?.subject).toBe('2 postnummer är utan trygghetspartner')
  expect(letters[0]?.text).toContain('i: By, 380 01, By, 380 02.')
  house.woken.length = 0
  expect(await tellOfUncovered(house)).toBe(0)
  expect(house.woken).toEqual([])
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  expect(await tellOfUncovered(house)).toBe(1)
  expect(house.woken).toEqual(['messages'])
  const [alone] = (await house.deliver()).filter(({ recipient }) => recipient === admins[0]?.email)
  expect(alone?.subject).toBe('Utan trygghetspartner: By, 380 03')
})

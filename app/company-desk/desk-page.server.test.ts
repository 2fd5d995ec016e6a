import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { notThere } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { block, joinAsAdmin, type Resident } from '../../test/support/people'
import { companyOf, givePermit, joinIn } from '../../test/support/sponsorship'
import { readCompanyBulk } from './bulk-companies.server'
import { seenFrom } from './bulk-form'
import { checkPermit, removePermit } from './check-permit.server'
import { readAdminSearch } from './company-search'
import { exportCompanyList } from './export-companies-list.server'
import { readCompanyForAdmin } from './read-company-for-admin.server'
import { approveCompany, declineNames, hideCompany, restoreCompany } from './review-company.server'

/** What an administrator reads of a company, also if it is removed, unknown or renamed. */
const house = useHouse()
let admin: Resident
let [owner, neighbour] = [] as unknown as [Resident, Resident]
let [id, other] = ['', '']

beforeAll(async () => {
  admin = await joinAsAdmin(house)
})
beforeEach(async () => {
  owner = await joinIn(house, '74001')
  neighbour = await joinIn(house, '74001')
  id = (await companyOf(house, owner)).id
  other = (await companyOf(house, neighbour)).id
})
type Columns = Record<string, unknown>
const set = (columns: Columns, of = id) => house.db.updateTable('companies').set(columns).where('id', '=', of).execute()
const page = async (of = id) => found(await readCompanyForAdmin(house, admin.signedIn, of))

test('the page tells that a company’s owner is blocked', async () => {
  const ownerId = owner.signedIn.person.id
  const now = house.clock.now()
  await block(house, owner, now)
  expect((await page()).record.owner).toEqual({
    id: ownerId,
    name: 'Lind Städ AB',
    blocked: formatMomentSeen(now, now),
    isCompany: true,
  })
})

test('the page tells that a company’s owner has another role', async () => {
  const ownerId = owner.signedIn.person.id
  await house.db
    .updateTable('profiles')
    .set({ user_role: 'member', member_status: 'trial' })
    .where('id', '=', ownerId)
    .execute()
  expect((await page()).record.owner).toMatchObject({ blocked: null, isCompany: false })
})

test('the page has the company’s record, the allowed actions and its own history, and an unknown id is not found', async () => {
  await set({ phone: '+46701740699', bio: 'Vi städar', f_tax_stated: true, referred_by_phone: '+46701740644' })
  expect(await page()).toMatchObject({
    name: 'Lind Städ AB',
    state: 'waiting',
    isGone: false,
    hiddenReason: null,
    asked: null,
    seen: 1,
    may: { approve: true, decline: false, hide: true, restore: false },
    record: {
      orgNumber: '556016-0680',
      category: 'Städning',
      address: 'Götalandsvägen 1, 740 01',
      email: owner.email,
      phone: { number: '+46701740699', shown: '070-174 06 99' },
      owner: { id: owner.signedIn.person.id, name: 'Lind Städ AB', blocked: null, isCompany: true },
      bio: 'Vi städar',
      fTaxStated: true,
      insuranceStated: false,
      referredBy: '070-174 06 44',
      deleted: null,
    },
    security: { isPartner: false, permit: null },
    photos: [],
    history: [],
  })
  valueFrom(await approveCompany(house, admin.signedIn, id, { seen: '1' }))
  valueFrom(await hideCompany(house, admin.signedIn, id, { reason: 'Saknar F-skatt', sure: 'on' }))
  const hidden = await page()
  expect(hidden).toMatchObject({
    state: 'hidden',
    hiddenReason: 'Saknar F-skatt',
    may: { approve: false, hide: false, restore: true },
  })
  expect(hidden.history.map(({ who, reason }) => [who, reason])).toEqual([
    ['Eva Lind', 'Saknar F-skatt'],
    ['Eva Lind', null],
  ])
  expect((await page(other)).history).toEqual([])
  expect(await readCompanyForAdmin(house, admin.signedIn, randomUUID())).toEqual(notThere)
})

test('the page tells whether the permit is for the present name and number, who checked it and if it has expired', async () => {
  await givePermit(house, id, '2020-12-31', { areas: ['74001'] })
  expect((await page()).security.permit).toMatchObject({
    company: 'Lind Städ AB, 556016-0680',
    isForThese: true,
    isValid: false,
    until: '31 december 2020',
    areas: ['740 01'],
    checked: expect.stringMatching(/^Någon som har lämnat, /),
  })
  await givePermit(house, id, '2099-12-31', { areas: ['74001'] })
  await set({ org_number: '559999-0008' })
  expect((await page()).security.permit).toMatchObject({ isForThese: false, isValid: true })
  await set({ org_number: '556016-0680', name: 'Annat AB' })
  expect((await page()).security.permit).toMatchObject({ isForThese: false })
})

test('a proposed name is shown, and approving or declining needs the version that was seen', async () => {
  const asks = { proposed_name: 'Ny AB', proposed_org_number: '559999-0008' }
  await set({ review_state: 'approved' })
  await set({ review_state: 'waiting', ...asks })
  const { seen, asked, may } = await page()
  expect([asked, may]).toMatchObject([
    { name: 'Ny AB', orgNumber: '559999-0008' },
    { approve: true, decline: true },
  ])
  for (const wrong of [String(seen + 1), '', 'x', '1234567890']) {
    expect(refusalFrom(await approveCompany(house, admin.signedIn, id, { seen: wrong })).message).toContain(
      'sedan du tittade',
    )
  }
  await house.deliver()
  valueFrom(await declineNames(house, admin.signedIn, id, { seen: String(seen), reason: 'Namnet är en kommuns' }))
  expect(await page()).toMatchObject({ name: 'Lind Städ AB', state: 'approved', asked: null })
  const mails = await house.deliver()
  expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email])
  expect(mails[0]?.text).toContain('Namnet är en kommuns')
  expect(await readAudit(house.db, { kind: 'company', id }, 1)).toMatchObject([
    { deed: 'decline company', before: { state: 'waiting' }, after: { state: 'approved', name: 'Lind Städ AB' } },
  ])
})

test('the company is mailed about an approved name, hiding and restoring, but not about its first approval', async () => {
  const mailed = async () =>
    (await house.deliver()).map(({ recipient, subject, text }) => ({ recipient, subject, text }))
  await set({ review_state: 'approved' })
  await set({ review_state: 'waiting', proposed_name: 'Ny AB', proposed_org_number: '559999-0008' })
  await mailed()
  valueFrom(await approveCompany(house, admin.signedIn, id, { seen: String((await page()).seen) }))
  expect(await mailed()).toEqual([
    { recipient: owner.email, subject: expect.stringContaining('namn'), text: expect.stringContaining('Ny AB') },
  ])
  expect(await page()).toMatchObject({ name: 'Ny AB', record: { orgNumber: '559999-0008' }, state: 'approved' })
  const seen = String((await page()).seen)
  // Idempotent: approved again, nothing changes and no mail is sent.
  valueFrom(await approveCompany(house, admin.signedIn, id, { seen }))
  expect(await mailed()).toEqual([])
  valueFrom(await hideCompany(house, admin.signedIn, id, { reason: 'Saknar F-skatt', sure: 'on' }))
  expect(await mailed()).toMatchObject([{ recipient: owner.email, text: expect.stringContaining('Saknar F-skatt') }])
  valueFrom(await restoreCompany(house, admin.signedIn, id, { seen }))
  expect(await mailed()).toMatchObject([
    { recipient: owner.email, text: expect.stringContaining('syns i katalogen igen') },
  ])
  // The first approval of a company sends no mail.
  valueFrom(await approveCompany(house, admin.signedIn, other, { seen: '1' }))
  expect(await mailed()).toEqual([])
})

test('every action is refused for a closed company or changes nothing, and is not found for an unknown one', async () => {
  await set({ deleted_at: house.clock.now(), owner_id: null })
  const gone = await page()
  expect([gone.isGone, gone.record.owner, gone.may]).toEqual([
    true,
    null,
    { approve: false, decline: false, hide: false, restore: false },
  ])
  expect(gone.record.deleted).not.toBeNull()
  const permit = { number: 'B-1', kind: 'Bevakning', validUntil: '2099-12-31', areas: '740 01', seen: '1' }
  const reason = { reason: 'Prov', sure: 'on' }
  house.woken.length = 0
  expect(refusalFrom(await checkPermit(house, admin.signedIn, id, permit)).message).toBe('Företaget är borttaget.')
  for (const deed of [approveCompany, restoreCompany, hideCompany, declineNames]) {
    expect(refusalFrom(await deed(house, admin.signedIn, id, { seen: '1', ...reason })).message).toContain(
      'hunnit före',
    )
    expect(await deed(house, admin.signedIn, randomUUID(), { seen: '1', ...reason })).toEqual(notThere)
  }
  // A permit that is not there counts as removed already (idempotent).
  expect(valueFrom(found(await removePermit(house, admin.signedIn, id, reason)))).toBeNull()
  for (const deed of [checkPermit, removePermit]) {
    expect(await deed(house, admin.signedIn, randomUUID(), { ...permit, ...reason })).toEqual(notThere)
  }
  expect(await readAudit(house.db, { kind: 'company', id }, 5)).toEqual([])
})

test.each([
  ['areas', 40, (count: number) => ({ areas: Array.from({ length: count }, (_, at) => 74100 + at).join(' ') })],
  ['number', 60, (count: number) => ({ number: 'x'.repeat(count) })],
  ['kind', 60, (count: number) => ({ kind: 'x'.repeat(count) })],
] as const)('the permit field %s accepts %i and refuses more', async (field, most, values) => {
  const codes = Array.from({ length: 41 }, (_, at) => ({
    code: String(74100 + at),
    name: 'x',
    latitude: 59,
    longitude: 18,
  }))
  await house.db
    .insertInto('postcodes')
    .values(codes)
    .onConflict((known) => known.doNothing())
    .execute()
  const permit = { number: 'B-1', kind: 'Bevakning', validUntil: '2099-12-31', areas: '740 01', seen: '1' }
  const over = await checkPermit(house, admin.signedIn, id, { ...permit, ...values(most + 1) })
  expect(Object.keys(refusalFrom(over).fields)).toEqual([field])
  valueFrom(await checkPermit(house, admin.signedIn, id, { ...permit, ...values(most) }))
})

test('the bulk page lists the chosen companies with present and proposed names and the versions seen', async () => {
  await set({ proposed_name: 'Ny AB', proposed_org_number: '559999-0008' })
  await set({ proposed_name: 'Lind Städ AB', proposed_org_number: '559999-0008', deleted_at: house.clock.now() }, other)
  const query = new URLSearchParams([
    ['id', id],
    ['id', other],
    ['id', 'nonsens'],
  ])
  const bulk = await readCompanyBulk(house, admin.signedIn, query)
  expect(bulk).toMatchObject({ whom: '2 valda företag', isFresh: true, jobs: [] })
  expect(new Map(bulk.companies.map((one) => [one.id, one]))).toEqual(
    new Map([
      [id, { id, name: 'Lind Städ AB', askedName: 'Ny AB', state: 'waiting', isGone: false }],
      [other, { id: other, name: 'Lind Städ AB', askedName: null, state: 'waiting', isGone: true }],
    ]),
  )
  expect(Object.keys(seenFrom(bulk.seen)).sort()).toEqual([id, other].sort())
  house.clock.forward({ minutes: 20 })
  expect((await readCompanyBulk(house, admin.signedIn, query)).isFresh).toBe(false)
})

test('the exported list has each company with its state', async () => {
  await set({ review_state: 'approved', name: 'Filen A' })
  await set({ deleted_at: house.clock.now(), name: 'Filen B' }, other)
  const search = readAdminSearch(new URLSearchParams('q=filen'))
  let text = ''
  for await (const part of await exportCompanyList(house, admin.signedIn, search)) text += part
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toContain('Namn;Organisationsnummer;Kategori;Postnummer;E-post;Paket;Granskning;Gick med')
  expect(lines.map((line) => line.split(';').slice(0, 7)).sort()).toEqual([
    ['Filen A', '556016-0680', 'Städning', '74001', owner.email, 'Bas', 'Godkänt'],
    ['Filen B', '556016-0680', 'Städning', '74001', neighbour.email, 'Bas', 'Borttaget'],
  ])
  expect(await readAudit(house.db, { kind: 'list', id: 'q=filen' }, 1)).toHaveLength(1)
})

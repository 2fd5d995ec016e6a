import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Profiles } from '../../db/schema'
import { useDatabase } from '../../test/support/database'
import * as accounts from './account-store.server'
import { deleteOldBrowsers, isKnown, knownForDays, rememberToken } from './login/known-browser-store.server'
import { readSignedIn } from './login/session-store.server'
import { readNewestPeople, readPeople, readPerson, updateBlock, updatePostcode } from './people-store.server'

/* Each statement about one person runs beside others who differ in one column only, and must not touch them. */

const database = useDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const day = 86_400_000
const later = (days: number) => new Date(now.getTime() + days * day)
const phone = '+46701740690'

/** Inserts a person identified by their name: by default a member of the pilot postcode with a verified phone. */
async function person(name: string, given: Partial<Insertable<Profiles>> = {}) {
  const row = { full_name: name, email: `${name.toLowerCase()}@exempel.se`, phone, postcode: '12540', ...given }
  const status = (row.user_role ?? 'member') === 'member' ? ('active' as const) : null
  const { id } = await database.db
    .insertInto('profiles')
    .values({ phone_verified_at: now, member_status: status, updated_at: now, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const row = (id: string) =>
  database.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  await database.db.deleteFrom('profiles').execute()
})

test('locks members in order of id, and nobody who is not a member', async () => {
  const [siv, firm, olle] = [await person('siv'), await person('firm', { user_role: 'company' }), await person('olle')]
  await person('vera')
  const held = await accounts.lockMembers(database.db, [olle, firm, siv])
  expect(held.map(({ id, name, status }) => [id, name, status])).toEqual([
    [siv, 'siv', 'active'],
    [olle, 'olle', 'active'],
  ])
  expect(held[0]).toMatchObject({ email: 'siv@exempel.se', phone, postcode: '12540', createdAt: expect.any(Date) })
  expect(await accounts.lockMembers(database.db, [])).toEqual([])
  expect((await accounts.lockMember(database.db, olle))?.name).toBe('olle')
  expect(await accounts.lockMember(database.db, firm)).toBeUndefined()
})

test('a phone number belongs to the member who verified it first', async () => {
  await person('not proven', { phone_verified_at: null })
  await person('a company', { user_role: 'company', phone_verified_at: later(-9) })
  await person('another number', { phone: '+46701740691', phone_verified_at: later(-9) })
  await person('later')
  const first = await person('first', { phone_verified_at: later(-1) })
  await person('last', { phone_verified_at: later(1) })
  expect(await accounts.readMemberIdByProvenPhone(database.db, phone)).toBe(first)
  expect(await accounts.readMemberIdByProvenPhone(database.db, '+46701740699')).toBeUndefined()
  expect(await accounts.readIdsByPhone(database.db, phone)).toHaveLength(5)
})

test('of two members who verified a number at the same moment, the older account has it', async () => {
  const first = await person('first')
  await person('second')
  expect(await accounts.readMemberIdByProvenPhone(database.db, phone)).toBe(first)
})

test('reads the names of a postcode’s members, not of companies or other postcodes', async () => {
  await person('Siv')
  await person('Firman', { user_role: 'company' })
  await person('Olle', { postcode: '12541' })
  expect(await accounts.readNamesInPostcode(database.db, '12540')).toEqual(['Siv'])
})

test('reads the names of the given people only', async () => {
  const [siv] = [await person('Siv'), await person('Olle')]
  expect(await accounts.readNames(database.db, [siv, randomUUID()])).toEqual(new Map([[siv, 'Siv']]))
  expect(await accounts.readNames(database.db, [])).toEqual(new Map())
})

test('locks every administrator in order of id, and nobody else', async () => {
  const [one, other] = [await person('one', { user_role: 'admin' }), await person('other', { user_role: 'admin' })]
  await person('member')
  expect(await accounts.lockAdmins(database.db)).toEqual([one, other])
})

test('lists every administrator who may act, and no blocked one', async () => {
  const [one, other] = [await person('one', { user_role: 'admin' }), await person('other', { user_role: 'admin' })]
  await person('blocked', { user_role: 'admin', blocked_at: now, blocked_reason: 'Prov' })
  await person('member')
  expect(await accounts.readAdminIds(database.db)).toEqual([one, other])
})

test('updates the status of the given members only, and skips rows that already have it', async () => {
  const [siv, olle, vera] = [
    await person('siv'),
    await person('olle', { member_status: 'ended' }),
    await person('vera'),
  ]
  await accounts.updateMemberStatus(database.db, [], 'ended', later(1))
  await accounts.updateMemberStatus(database.db, [siv, olle], 'ended', later(1))
  const states = await Promise.all([siv, olle, vera].map(row))
  expect(states.map(({ member_status, updated_at }) => [member_status, updated_at])).toEqual([
    ['ended', later(1)],
    ['ended', now],
    ['active', now],
  ])
})

test('the contact of a person has their address, and their phone only if it is verified', async () => {
  const [siv, olle] = [await person('siv'), await person('olle', { phone_verified_at: null })]
  const contacts = await Promise.all([siv, olle, randomUUID()].map((id) => accounts.readContact(database.db, id)))
  expect(contacts).toEqual([
    { name: 'siv', email: 'siv@exempel.se', phone, verifiedPhone: phone },
    { name: 'olle', email: 'olle@exempel.se', phone, verifiedPhone: null },
    undefined,
  ])
  const ask = (id: string) =>
    database.db.selectNoFrom(accounts.personContact(id).as('contact')).executeTakeFirstOrThrow()
  expect(await Promise.all([siv, olle, randomUUID()].map(ask))).toEqual([
    { contact: { email: 'siv@exempel.se', verifiedPhone: phone } },
    { contact: { email: 'olle@exempel.se', verifiedPhone: null } },
    { contact: null },
  ])
  const known = await database.db
    .selectFrom('profiles as given')
    .select('given.id')
    .select([accounts.personName('given.id').as('name'), accounts.personPhone('given.id').as('phone')])
    .select(accounts.hasProvenPhone('given.id').as('isProven'))
    .orderBy('given.id')
    .execute()
  expect(known).toEqual([
    { id: siv, name: 'siv', phone, isProven: true },
    { id: olle, name: 'olle', phone, isProven: false },
  ])
})

test('reading, blocking and moving a person touches that person only', async () => {
  const [siv, olle] = [await person('siv'), await person('olle')]
  const before = await row(olle)
  await updateBlock(database.db, siv, { at: later(1), reason: 'Prov' })
  await updatePostcode(database.db, siv, '12541', later(2))
  expect(await row(siv)).toMatchObject({
    blocked_at: later(1),
    blocked_reason: 'Prov',
    postcode: '12541',
    updated_at: later(2),
  })
  expect(await readPerson(database.db, siv)).toMatchObject({
    id: siv,
    name: 'siv',
    postcode: '12541',
    blockedReason: 'Prov',
  })
  expect((await readPerson(database.db, olle))?.name).toBe('olle')
  expect(await readPerson(database.db, randomUUID())).toBeUndefined()
  await updateBlock(database.db, siv, null)
  expect(await row(siv)).toMatchObject({ blocked_at: null, blocked_reason: null })
  expect(await row(olle)).toEqual(before)
})

test('lists people by filters, text and order, a page at a time; the newest are read by creation time', async () => {
  const everyone = { text: '', role: null, status: null, postcode: null, onlyBlocked: false }
  await person('Siv')
  await person('Firman', { user_role: 'company', phone: null, phone_verified_at: null })
  await person('Olle', { postcode: '12541', blocked_at: now, blocked_reason: 'x' })
  await person('Åsa', { member_status: 'ended' })
  const found = async (asked: Partial<Parameters<typeof readPeople>[1]>) =>
    (await readPeople(database.db, { ...everyone, ...asked }, null, 9)).map(({ name }) => name)
  expect(await found({})).toEqual(['Åsa', 'Olle', 'Firman', 'Siv'])
  expect(await found({ role: 'company' })).toEqual(['Firman'])
  expect(await found({ status: 'active' })).toEqual(['Olle', 'Siv'])
  expect(await found({ postcode: '12541' })).toEqual(['Olle'])
  expect(await found({ onlyBlocked: true })).toEqual(['Olle'])
  expect(await found({ text: 'asa' })).toEqual(['Åsa'])
  expect(await found({ text: '0701740690', postcode: '12540' })).toEqual(['Åsa', 'Siv'])
  const byName = await readPeople(database.db, everyone, null, 2, { by: 'name', down: false })
  expect(byName.map(({ name }) => name)).toEqual(['Firman', 'Olle'])
  await database.db
    .updateTable('profiles')
    .set({ created_at: sql`now() + interval '9 days'` })
    .where('full_name', '=', 'Siv')
    .execute()
  expect((await readNewestPeople(database.db, 1)).map(({ name }) => name)).toEqual(['Siv'])
})

test('a browser is known to its own accounts, for 400 days, ten per account at most', async () => {
  const [siv, olle] = [await person('siv'), await person('olle')]
  const remember = (id: string, after: string, before: string | null = null, at = now) =>
    rememberToken(database.db, id, { before, after }, at)
  const known = (token: string, who: { id: string } | { email: string } = { id: siv }, at = now) =>
    isKnown(database.db, token, who, at)
  await remember(siv, 'first')
  await remember(olle, 'his')
  expect(await Promise.all([known('first'), known('his'), known('none'), known('first', { id: olle })])).toEqual([
    ...[true, false],
    ...[false, false],
  ])
  expect([
    await known('first', { email: 'siv@exempel.se' }),
    await known('first', { email: 'olle@exempel.se' }),
  ]).toEqual([true, false])
  const limit = later(knownForDays)
  expect([
    await known('first', { id: siv }, new Date(limit.getTime() - 1)),
    await known('first', { id: siv }, limit),
  ]).toEqual([true, false])
  // The browser's token is rotated for every account that knew it, and for no other browser.
  await remember(olle, 'first')
  await remember(siv, 'second', 'first', later(1))
  expect([
    await known('first'),
    await known('second'),
    await known('second', { id: olle }),
    await known('his', { id: olle }),
  ]).toEqual([false, true, true, true])
  for (let count = 0; count < 10; count++) await remember(siv, `of ten ${count}`, null, later(2 + count))
  expect([await known('second'), await known('of ten 0'), await known('second', { id: olle })]).toEqual([
    false,
    true,
    true,
  ])
  await deleteOldBrowsers(database.db, later(knownForDays + 5))
  expect([await known('of ten 2'), await known('of ten 3'), await known('his', { id: olle })]).toEqual([
    false,
    true,
    false,
  ])
})

test('an access token is valid only if session, person and role match and nothing expired or is blocked', async () => {
  const [siv, olle] = [await person('siv'), await person('olle')]
  const begin = async (profile_id: string, expires_at = later(1)) => {
    const given = { profile_id, token: randomUUID(), expires_at, ip_address: null, user_agent: null }
    return (await database.db.insertInto('sessions').values(given).returning('id').executeTakeFirstOrThrow()).id
  }
  const [hers, his, over] = [await begin(siv), await begin(olle), await begin(siv, now)]
  const read = (given: { sessionId?: string; personId?: string; role?: 'member' | 'admin' } = {}) =>
    readSignedIn(database.db, { sessionId: hers, personId: siv, role: 'member', ...given }, '192.0.2.7', now)
  expect(await read()).toMatchObject({
    sessionId: hers,
    address: '192.0.2.7',
    person: { id: siv, name: 'siv', role: 'member' },
  })
  for (const wrong of [{ sessionId: his }, { personId: olle }, { role: 'admin' as const }, { sessionId: over }])
    expect(await read(wrong)).toBeUndefined()
  await updateBlock(database.db, siv, { at: now, reason: 'x' })
  expect(await read()).toBeUndefined()
})

test('deletes expired sessions, links, codes and challenges, and keeps those that are valid', async () => {
  const [siv, olle] = [await person('siv'), await person('olle')]
  const hash = () => randomUUID().replaceAll('-', '').padEnd(43, 'x')
  const write = async (profile_id: string, expires_at: Date) => {
    const { db } = database
    await db
      .insertInto('sessions')
      .values({ profile_id, token: hash(), expires_at, ip_address: null, user_agent: null })
      .execute()
    await db.insertInto('verifications').values({ identifier: hash(), value: profile_id, expires_at }).execute()
    await db
      .insertInto('mail_links')
      .values({ profile_id, email: 'x@exempel.se', purpose: 'recovery', token_hash: hash(), expires_at })
      .execute()
    await db
      .insertInto('email_changes')
      .values({ profile_id, new_email: `${hash()}@exempel.se`, token_hash: hash(), expires_at })
      .execute()
    const proof = {
      owner_kind: 'person',
      owner_id: profile_id,
      phone,
      code_hash: hash(),
      tries_left: 5,
      expires_at,
    } as const
    await db.insertInto('phone_proofs').values(proof).execute()
    await db
      .insertInto('passkey_challenges')
      .values({ challenge: hash(), browser_hash: hash(), purpose: 'add', profile_id, expires_at })
      .execute()
  }
  await write(siv, later(-1))
  await write(olle, now)
  await accounts.deleteLapsed(database.db, now)
  const left = {
    sessions: 'profile_id',
    verifications: 'value',
    mail_links: 'profile_id',
    email_changes: 'profile_id',
  } as const
  for (const [table, column] of Object.entries(left)) {
    const rows = await database.db
      .selectFrom(table as 'sessions')
      .select(column as 'profile_id')
      .execute()
    expect([table, rows.map((one) => one[column as 'profile_id'])]).toEqual([table, [olle]])
  }
  const proofs = await database.db.selectFrom('phone_proofs').select('owner_id').execute()
  const challenges = await database.db.selectFrom('passkey_challenges').select('profile_id').execute()
  expect([proofs, challenges]).toEqual([[{ owner_id: olle }], [{ profile_id: olle }]])
  await accounts.deleteLoginSteps(database.db, siv)
  expect(await database.db.selectFrom('verifications').select('value').execute()).toEqual([{ value: olle }])
  await accounts.deleteLoginSteps(database.db, olle)
  expect(await database.db.selectFrom('verifications').select('value').execute()).toEqual([])
})

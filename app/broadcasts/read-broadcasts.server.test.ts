import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit, recordAudit } from '~/audit/public.server'
import type { Broadcasts } from '../../db/schema'
import { letBeCalled } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { found } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { readBroadcastSearch } from './broadcast-search'
import { exportBroadcasts } from './export-broadcasts.server'
import { listBroadcasts, listOwnBroadcasts, readBroadcastForAdmin } from './read-broadcasts.server'

/* What the pages and the file say of a broadcast. The rows are inserted as the outbox's triggers would leave them. */

const house = useHouse()
const postcode = '13811'
let admin: Resident
let guards: Resident
let [firm, other] = ['', '']

beforeAll(async () => {
  admin = await joinAsAdmin(house)
  guards = await joinAsCompany(house, { companyName: 'Väktarna AB', postcode })
  firm = (await companyOf(house, guards)).id
  other = (await companyOf(house, await joinAsCompany(house, { companyName: 'Nattvakt AB', postcode }))).id
  for (const [name, phone] of [
    ['Berta Ekström', '+46701748101'],
    ['Nils Holm', '+46701748102'],
  ] as const) {
    const { id } = (await joinAsMember(house, { name, phone, postcode })).signedIn.person
    const now = house.clock.now()
    await house.db.updateTable('profiles').set({ phone_verified_at: now }).where('id', '=', id).execute()
    await house.db
      .insertInto('consents')
      .values({ profile_id: id, purpose: 'safety_sms', given_at: now, given_how: 'page' })
      .execute()
  }
})
beforeEach(async () => {
  await house.db.deleteFrom('broadcasts').execute()
})

async function write(given: Partial<Insertable<Broadcasts>> = {}): Promise<string> {
  const { id } = await house.db
    .insertInto('broadcasts')
    .values({
      ...{ key: randomUUID(), purpose: 'safety_sms', postcode, text: 'Hej', state: 'ready' },
      ...{ author_id: admin.signedIn.person.id, created_at: house.clock.now(), ...given },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const read = async (id: string) => found(await readBroadcastForAdmin(house, admin.signedIn, id))
const list = async (query: string, before: string | null = null) => {
  const search = readBroadcastSearch(new URLSearchParams(query))
  const { broadcasts, next } = await listBroadcasts(house, admin.signedIn, search, before)
  return { ids: broadcasts.map(({ id }) => id), next }
}
const listOwn = async (before: string | null = null) => {
  const { broadcasts, next } = await listOwnBroadcasts(house, guards.signedIn, before)
  return { ids: broadcasts.map(({ id }) => id), next }
}

test('twenty broadcasts fill a page, and the twenty-first is on the next one, in both lists', async () => {
  const ids: string[] = []
  for (let made = 0; made < 20; made++) ids.unshift(await write({ company_id: firm, state: 'asked' }))
  expect(await list('')).toEqual({ ids, next: undefined })
  expect(await listOwn()).toEqual({ ids, next: undefined })
  ids.unshift(await write({ company_id: firm, state: 'asked' }))
  const theirs = await write({ company_id: other, state: 'asked' })
  const [last, next] = [ids[20], ids[19]]
  expect(await listOwn()).toEqual({ ids: ids.slice(0, 20), next })
  expect(await listOwn(next)).toEqual({ ids: [last], next: undefined })
  expect(await list('visa=asked')).toEqual({ ids: [theirs, ...ids.slice(0, 19)], next: ids[18] })
  expect(await list('visa=asked', ids[18])).toEqual({ ids: [next, last], next: undefined })
  expect((await list('ordning=skrivet', ids[2])).ids).toEqual([ids[1], ids[0], theirs])
})

test.each<[string, Partial<Insertable<Broadcasts>>, { total: number; waiting: number }]>([
  ['a draft', {}, { total: 0, waiting: 0 }],
  ['one just released', { state: 'running', expected: 10 }, { total: 10, waiting: 10 }],
  [
    'one partly queued',
    { state: 'running', expected: 10, waiting: 1, sent: 1, delivered: 1, failed: 1, called_off: 1 },
    { total: 10, waiting: 6 },
  ],
  [
    'one that reaches more than expected',
    { state: 'running', expected: 2, waiting: 1, sent: 2 },
    { total: 3, waiting: 1 },
  ],
  [
    'one wholly queued, for fewer than expected',
    { state: 'running', laid_out: true, expected: 10, waiting: 2, sent: 3 },
    { total: 5, waiting: 2 },
  ],
  ['one stopped half-way', { state: 'stopped', expected: 10, delivered: 2, called_off: 1 }, { total: 3, waiting: 0 }],
])('counts who is left to reach of %s', async (_, given, progress) => {
  const { sent = 0, delivered = 0, failed = 0, called_off: calledOff = 0 } = given
  expect((await read(await write(given))).progress).toEqual({ ...progress, sent, delivered, failed, calledOff })
})

test('an administrator reads what a broadcast costs, before and after, and which characters make it dear', async () => {
  const text = `Larmet på Tallvägen 17 är över 🎉 ${'x'.repeat(40)}`
  const id = await write({ text, company_id: firm, state: 'asked', reason: null })
  expect(await read(id)).toMatchObject({
    ...{ state: 'asked', from: 'Väktarna AB', kind: 'Trygghets-SMS', postcode: '138 11' },
    sms: `Trygghets-SMS från Väktarna AB via Kvartera: ${text}`,
    ...{ recipients: 2, partsEach: 2, price: '2,40\u00a0kr', wide: ['🎉'], addresses: ['Tallvägen 17'] },
    ...{ parts: 0, cost: '0\u00a0kr', released: null, ended: null, reason: null },
  })
  const sent = await write({ state: 'running', parts: 7, cost: 42_050 })
  expect(await read(sent)).toMatchObject({ from: 'Kvartera', parts: 7, cost: '4,21\u00a0kr', wide: [], addresses: [] })
})

test('a broadcast shows when it was written, released and ended, with the year of another year', async () => {
  const at = (text: string) => new Date(`${text}:00+01:00`)
  const id = await write({
    ...{ created_at: at('2020-01-02T03:04'), released_at: at('2020-01-03T04:05'), ended_at: at('2020-01-04T05:06') },
    ...{ state: 'stopped', reason: 'Fel kvarter' },
  })
  const { created, released, ended, reason } = await read(id)
  expect([created, released, ended, reason]).toEqual([
    ...['2 jan. 2020 03.04', '3 jan. 2020 04.05', '4 jan. 2020 05.06', 'Fel kvarter'],
  ])
})

test('why a text must not be sent is shown while it may be released, and not afterwards', async () => {
  const text = 'Grattis Berta Ekström'
  const held = async (state: 'asked' | 'ready' | 'running' | 'declined') =>
    (await read(await write({ text, state }))).held
  for (const state of ['asked', 'ready'] as const) {
    expect(await held(state)).toBe('Texten nämner Berta Ekström, som bor i kvarteret. Skriv om det utan namn.')
  }
  for (const state of ['running', 'declined'] as const) expect(await held(state)).toBeNull()
})

test('the history of one broadcast names who did what, and also what somebody did who is gone', async () => {
  const [id, beside] = [await write(), await write()]
  const { signedIn } = admin
  const nobody = { address: '192.0.2.9', person: { id: randomUUID() } }
  const said = { at: house.clock.now(), before: {}, after: {} }
  const of = (id: string) => ({ kind: 'broadcast' as const, id })
  await recordAudit(house.db, { ...said, actor: signedIn, deed: 'draft broadcast', subject: of(id) })
  await recordAudit(house.db, { ...said, actor: nobody, deed: 'decline broadcast', subject: of(id) })
  await recordAudit(house.db, { ...said, actor: signedIn, deed: 'stop broadcast', subject: of(beside) })
  expect((await read(id)).history.map(({ what, who }) => [what, who])).toEqual([
    ['Avböjde', 'Någon som inte finns kvar'],
    ['Skrev utkastet', 'Eva Lind'],
  ])
})

test('a partner sees its own texts as they are sent, why one was declined, and which it may stop', async () => {
  await write({ company_id: firm, state: 'declined', reason: 'För oroande', purpose: 'offers_sms' })
  await write({ company_id: firm, state: 'running', expected: 3 })
  await write({ company_id: other, state: 'running' })
  const page = await listOwnBroadcasts(house, guards.signedIn, null)
  expect(page).toMatchObject({ companyName: 'Väktarna AB', before: null })
  expect(page.broadcasts.map(({ sms, reason, mayStop }) => [sms, reason, mayStop])).toEqual([
    ['Trygghets-SMS från Väktarna AB via Kvartera: Hej', null, true],
    ['Väktarna AB via Kvartera: Hej\nSvara STOP för att slippa fler.', 'För oroande', false],
  ])
})

test('a partner whose permit has ended has no areas to write to, and no reach', async () => {
  await letBeCalled(house, firm, '2020-01-01', [postcode])
  expect(await listOwnBroadcasts(house, guards.signedIn, null)).toMatchObject({ areas: [], reach: undefined })
})

test('the file has every column of a broadcast, and what became of it once it was released', async () => {
  const now = new Date('2026-11-20T20:14:00+01:00')
  await write({ text: 'Väntar', company_id: firm, state: 'asked', created_at: now, expected: 0 })
  await write({
    ...{ text: 'Skickas', purpose: 'offers_sms', state: 'running', released_at: now, created_at: now },
    ...{ expected: 5, sent: 1, delivered: 2 },
  })
  const lines: string[] = []
  const search = readBroadcastSearch(new URLSearchParams('ordning=skrivet'))
  for await (const line of await exportBroadcasts(house, admin.signedIn, search)) lines.push(line.trimEnd())
  expect(lines).toEqual([
    'Slag;Postnummer;Läge;Från;Skrivet;Text;Så har det gått',
    'Trygghets-SMS;138 11;Väntar på godkännande;Väktarna AB;2026-11-20 20:14;Väntar;',
    'SMS med erbjudanden;138 11;Skickas;Kvartera;2026-11-20 20:14;Skickas;3 av 5 skickade, 2 framme',
  ])
  const subject = { kind: 'list', id: 'ordning=skrivet' } as const
  expect(await readAudit(house.db, subject, 9)).toMatchObject([
    { deed: 'export broadcasts', actorId: admin.signedIn.person.id },
  ])
})

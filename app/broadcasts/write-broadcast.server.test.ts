import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import type { Database } from '~/platform/database/database.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import type { PostcodeState } from '~/postcodes/public'
import { letBeCalled } from '../../test/support/guards'
import { behind } from '../../test/support/held'
import { holdWakes, useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { insertBroadcast } from './broadcast-store.server'
import { declineBroadcast } from './decide-broadcast.server'
import { askBroadcast, draftBroadcast } from './write-broadcast.server'

/* Which texts are saved, by whom, and who is told of them. */

const house = useHouse()
holdWakes(house)
const postcode = '13801'
let [admin, guards, others] = [] as unknown as [Resident, Resident, Resident]

const open = (code: string, state: PostcodeState) =>
  savePostcode(house.db, { code, name: 'Provet', state, latitude: null, longitude: null })
async function partner(companyName: string) {
  const company = await joinAsCompany(house, { companyName, postcode })
  await letBeCalled(house, (await companyOf(house, company)).id)
  return company
}

beforeAll(async () => {
  await open(postcode, 'open')
  admin = await joinAsAdmin(house)
  guards = await partner('Väktarna AB')
  others = await partner('Nattvakt AB')
})
beforeEach(async () => {
  await house.db.deleteFrom('broadcasts').execute()
})

const words = { purpose: 'safety_sms', text: 'Lås källaren i natt.' }
const draft = (given: Record<string, string> = {}) =>
  draftBroadcast(house, admin.signedIn, { key: randomUUID(), postcode, ...words, ...given })
const ask = (given: Record<string, string> = {}, who = guards) =>
  askBroadcast(house, who.signedIn, { key: randomUUID(), ...words, ...given })
const written = () =>
  house.db
    .selectFrom('broadcasts')
    .select(['id', 'state', 'purpose', 'postcode', 'text', 'company_id as company', 'author_id as author'])
    .orderBy('id')
    .execute()

test('a draft is saved with its text and recorded in the audit log, and the same form again writes nothing', async () => {
  const form = { key: randomUUID(), purpose: 'offers_sms', text: 'Rea i dag.' }
  const { id } = valueFrom(await draft(form))
  expect(valueFrom(await draft(form))).toEqual({ id })
  const author = admin.signedIn.person.id
  expect(await written()).toEqual([
    { id, state: 'ready', purpose: 'offers_sms', postcode, text: 'Rea i dag.', company: null, author },
  ])
  const entries = await readAudit(house.db, { kind: 'broadcast', id }, 9)
  expect(entries.map(({ actorId, deed, before, after }) => ({ actorId, deed, before, after }))).toEqual([
    { actorId: author, deed: 'draft broadcast', before: {}, after: { postcode, purpose: 'offers_sms' } },
  ])
})

test.each<[string, Record<string, string>, string]>([
  ['without a purpose', { purpose: '' }, 'purpose'],
  ['with a purpose that does not exist', { purpose: 'alarm_sms' }, 'purpose'],
  ['without a text', { text: ' ' }, 'text'],
  ['without its key', { key: 'x' }, 'key'],
  ['for half a postcode', { postcode: '138' }, 'postcode'],
  ['for a postcode that is only planned', { postcode: '13802' }, 'postcode'],
  ['for a postcode that has been closed', { postcode: '13803' }, 'postcode'],
])('refuses a draft %s, and saves nothing', async (_, given, field) => {
  await open('13802', 'planned')
  await open('13803', 'closed')
  const refusal = refusalFrom(await draft(given))
  expect([refusal.title, Object.keys(refusal.fields)]).toEqual(['Utskicket är inte sparat', [field]])
  expect(await written()).toEqual([])
})

test('a resident of another postcode may be named in a draft', async () => {
  await joinAsMember(house, { name: 'Berta Ekström', postcode: '13804' })
  valueFrom(await draft({ text: 'Grattis Berta Ekström' }))
})

test('refuses a partner’s text with a personal number at the field, saves nothing and tells nobody', async () => {
  const refusal = refusalFrom(await ask({ text: 'Ring 850412-1234' }))
  expect(refusal).toEqual({
    ok: false,
    title: 'Utskicket är inte sparat',
    message: '',
    fields: {
      text: 'Texten har ett personnummer i sig (850412-1234). Sådant skickas aldrig till ett helt kvarter.',
    },
  })
  expect([await written(), house.woken, house.told]).toEqual([[], [], []])
  expect(await house.deliver()).toEqual([])
})

test('a request is saved in the company’s name, and every administrator is told of it once', async () => {
  const colleague = await joinAsAdmin(house)
  await house.deliver()
  const form = { key: randomUUID() }
  valueFrom(await ask(form))
  valueFrom(await ask(form))
  const { id: company } = await companyOf(house, guards)
  expect(await written()).toMatchObject([
    { state: 'asked', ...words, postcode, company, author: guards.signedIn.person.id },
  ])
  const mails = await house.deliver()
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, colleague.email].toSorted())
  for (const { subject, text } of mails) {
    expect(subject).toBe('Väktarna AB vill skicka SMS till ett kvarter')
    expect(text).toContain(`Väktarna AB vill skicka ett SMS till alla som sagt ja i ${postcode}.`)
    expect(text).toContain('http://kvartera.test/dashboard/admin/broadcasts?visa=asked')
  }
})

test('at most three of a company wait: a fourth is neither saved nor announced, and a decision makes room', async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()]
  for (const key of keys) valueFrom(await ask({ key }))
  await house.deliver()
  house.woken.length = 0
  house.told.length = 0
  const refusal = refusalFrom(await ask())
  expect(refusal.message).toBe('Ni har redan 3 som väntar på godkännande. Vänta tills de är lästa.')
  const waiting = await written()
  expect(waiting).toHaveLength(3)
  expect([house.woken, house.told]).toEqual([[], []])
  expect(await house.deliver()).toEqual([])
  // The third form sent again is no fourth request, and another company's count for themselves.
  valueFrom(await ask({ key: keys[2] ?? '' }))
  expect(await written()).toEqual(waiting)
  valueFrom(await ask({}, others))
  valueFrom(await declineBroadcast(house, admin.signedIn, waiting[0]?.id ?? '', { reason: 'Nej' }))
  valueFrom(await ask())
})

test('of two requests at the same moment only one is the third', async () => {
  for (let made = 0; made < 2; made++) valueFrom(await ask())
  const { id: companyId } = await companyOf(house, guards)
  // What the other request holds: the company's row, and a broadcast that is not committed yet. A weaker lock than the
  // product's, since for that one the foreign key alone would make this request wait.
  const third = async (db: Database) => {
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    await insertBroadcast(db, {
      ...{ key: randomUUID(), purpose: 'safety_sms' as const, postcode, text: 'Hej', state: 'asked' as const },
      ...{ companyId, authorId: guards.signedIn.person.id, createdAt: house.clock.now() },
    })
  }
  expect(refusalFrom(await behind(house.db, third, () => ask())).message).toContain('redan 3 som väntar')
  expect(await written()).toHaveLength(3)
})

test('a request made while the company is removed is refused, and announced to nobody', async () => {
  const { id: companyId } = await companyOf(house, guards)
  const setRemoved = (db: Database, deleted_at: Date | null) =>
    db.updateTable('companies').set({ deleted_at }).where('id', '=', companyId).execute()
  const asked = await behind(
    house.db,
    (db) => setRemoved(db, house.clock.now()),
    () => ask(),
  )
  expect(refusalFrom(asked).message).toBe('Företaget finns inte kvar.')
  expect([await written(), house.told]).toEqual([[], []])
  await setRemoved(house.db, null)
})

test('a partner of several areas chooses one, and is told so together with what else is missing', async () => {
  const both = await partner('Kvällsvakt AB')
  await letBeCalled(house, (await companyOf(house, both)).id, undefined, [postcode, '12540'])
  const { fields } = refusalFrom(await ask({ text: '', postcode: '99999' }, both))
  expect(Object.keys(fields)).toEqual(['postcode', 'text'])
  valueFrom(await ask({ postcode }, both))
  expect(await written()).toMatchObject([{ state: 'asked', postcode }])
})

import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { runBulk } from '~/bulk/public.server'
import type { Asked } from '~/door/deed.server'
import { peopleBulk } from '~/people/public.server'
import { readFigures, readWaitingAreas } from '~/postcodes/admin-postcode-store.server'
import { readNeighbours, readPostcode } from '~/postcodes/postcode-store.server'
import { notThere } from '~/shared/outcome'
import { openPartner } from '../../../test/support/guards'
import { holdWakes, useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import {
  addNeighbour,
  addPostcode,
  describePostcode,
  removeNeighbour,
  setPostcodeState,
} from './change-postcode.server'
import { listPostcodes, postcodeSearchFrom, readPostcodeForAdmin } from './read-postcodes.server'

const house = useHouse()
holdWakes(house)

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})
const historyOf = async (code: string) =>
  (await readAudit(house.db, { kind: 'postcode', id: code }, 10)).map(({ deed }) => deed)
const area = (code: string, name = 'Bagarmossen') => ({ code, name, latitude: '59,27', longitude: '18,13' })

test('adds a postcode once, as planned, and changes its name and position; saving without a change logs nothing', async () => {
  const admin = await joinAsAdmin(house)
  expect(valueFrom(await addPostcode(asked(admin, area('128 44'))))).toEqual({ code: '12844' })
  expect(await readPostcode(house.db, '12844')).toMatchObject({ state: 'planned', latitude: 59.27 })
  expect(refusalFrom(await addPostcode(asked(admin, area('12844')))).fields).toEqual({ code: 'Det finns redan' })
  const wrong = refusalFrom(await addPostcode(asked(admin, { code: '1', name: '', latitude: '99', longitude: 'x' })))
  expect(Object.keys(wrong.fields)).toEqual(['code', 'name', 'latitude', 'longitude'])
  const long = refusalFrom(await addPostcode(asked(admin, area('128 45', 'Å'.repeat(101)))))
  expect(long.fields).toEqual({ name: 'Det får vara högst 100 tecken' })
  valueFrom(await describePostcode(asked(admin, { name: 'Skarpnäck', latitude: '', longitude: '' }), '12844'))
  expect(await readPostcode(house.db, '12844')).toMatchObject({ name: 'Skarpnäck', latitude: null })
  // Saving without a change creates no audit entry.
  valueFrom(await describePostcode(asked(admin, { name: 'Skarpnäck', latitude: '', longitude: '' }), '12844'))
  expect(await historyOf('12844')).toEqual(['describe postcode', 'add postcode'])
})

/** The mails sent once the bulk jobs are done. */
async function mailed() {
  while ((await runBulk(house, [peopleBulk])) > 0);
  return house.deliver()
}

/** A planned area with a callable partner. */
async function openArea(admin: Resident, code: string) {
  valueFrom(await addPostcode(asked(admin, area(code))))
  await openPartner(house, { name: `Vakt ${code}`, postcode: code })
}

test('refuses to open a postcode without an active partner, and tells nobody', async () => {
  const admin = await joinAsAdmin(house)
  valueFrom(await addPostcode(asked(admin, area('12856'))))
  const there = await joinAsMember(house, { postcode: '12856' })
  await house.deliver()
  const told = async () => (await mailed()).map(({ recipient }) => recipient)
  const partner = await openPartner(house, { name: 'Vakt AB', postcode: '12856' })
  const set = async (state: string) => setPostcodeState(asked(admin, { state, reason: 'Prov' }), '12856')
  const standAs = (is: 'active' | 'pending') =>
    house.db.updateTable('companies').set({ security_status: is }).where('id', '=', partner.id).execute()
  await standAs('pending')
  expect(refusalFrom(await set('open')).fields.state).toMatch(/^Ingen trygghetspartner får larm härifrån än/)
  expect(await readPostcode(house.db, '12856')).toMatchObject({ state: 'planned' })
  expect(await historyOf('12856')).toEqual(['add postcode'])
  expect(await told()).toEqual([])
  valueFrom(await set('closed'))
  await standAs('active')
  valueFrom(await set('open'))
  expect(await told()).toEqual([there.email])
  // Setting the same state again is a no-op, even if no partner is callable any more.
  await standAs('pending')
  valueFrom(await set('open'))
  expect(await readPostcode(house.db, '12856')).toMatchObject({ state: 'open' })
})

test('opening a postcode tells its members once, and nobody elsewhere', async () => {
  const admin = await joinAsAdmin(house)
  await openArea(admin, '12845')
  const there = await joinAsMember(house, { postcode: '12845' })
  await joinAsMember(house)
  expect(await readWaitingAreas(house.db, 50)).toContainEqual({ code: '12845', name: 'Bagarmossen', members: 1 })
  const open = { state: 'open', reason: 'Söderort går där från i dag' }
  for (const _ of [1, 2]) valueFrom(await setPostcodeState(asked(admin, open), '12845'))
  const told = (await mailed()).filter(({ subject }) => subject === 'Nu är ditt kvarter öppet')
  expect(told.map(({ recipient }) => recipient)).toEqual([there.email])
  const history = await readAudit(house.db, { kind: 'postcode', id: '12845' }, 5)
  expect(history[0]).toMatchObject({ deed: 'set postcode state', reason: open.reason, after: { state: 'open' } })
  const actorId = admin.signedIn.person.id
  expect(await readAudit(house.db, { kind: 'person', id: there.signedIn.person.id }, 5)).toMatchObject([
    { deed: 'tell of opening', actorId, reason: open.reason },
  ])
  expect(await readWaitingAreas(house.db, 50)).not.toContainEqual(expect.objectContaining({ code: '12845' }))
})

test('closing, planning or renaming a postcode tells nobody', async () => {
  const admin = await joinAsAdmin(house)
  await openArea(admin, '12854')
  await joinAsMember(house, { postcode: '12854' })
  await house.deliver()
  const set = (state: string) => setPostcodeState(asked(admin, { state, reason: 'Prov' }), '12854')
  const told = async () => (await mailed()).map(({ subject }) => subject)
  for (const state of ['closed', 'planned', 'closed']) {
    valueFrom(await set(state))
    expect(await told(), state).toEqual([])
  }
  valueFrom(await describePostcode(asked(admin, { name: 'Skarpnäck', latitude: '', longitude: '' }), '12854'))
  expect(await told()).toEqual([])
  valueFrom(await set('open'))
  expect(await told()).toEqual(['Nu är ditt kvarter öppet'])
})

test('opening a postcode requires the password when the login is old, and tells nobody before', async () => {
  const admin = await joinAsAdmin(house)
  await openArea(admin, '12855')
  const there = await joinAsMember(house, { postcode: '12855' })
  await house.deliver()
  house.clock.forward({ minutes: 20 })
  const open = { state: 'open', reason: 'Prov' }
  const told = async () => (await mailed()).map(({ recipient }) => recipient)
  for (const password of ['', 'fel lösenord']) {
    const refusal = refusalFrom(await setPostcodeState(asked(admin, { ...open, password }), '12855'))
    expect(Object.keys(refusal.fields)).toEqual(['password'])
  }
  expect(await readPostcode(house.db, '12855')).toMatchObject({ state: 'planned' })
  expect(await told()).toEqual([])
  valueFrom(await setPostcodeState(asked(admin, { ...open, password: PASSWORD }), '12855'))
  expect(await told()).toEqual([there.email])
})

test('neighbours are mutual, and must be other known postcodes', async () => {
  const admin = await joinAsAdmin(house)
  for (const code of ['12846', '12847']) valueFrom(await addPostcode(asked(admin, area(code))))
  const add = (neighbour: string) => addNeighbour(asked(admin, { neighbour }), '12846')
  valueFrom(await add('128 47'))
  expect((await readNeighbours(house.db, '12847')).map(({ code }) => code)).toEqual(['12846'])
  expect(refusalFrom(await add('99999')).fields).toHaveProperty('neighbour')
  expect(refusalFrom(await add('12846')).fields).toHaveProperty('neighbour')
  valueFrom(await removeNeighbour(asked(admin, { neighbour: '12846' }), '12847'))
  expect(await readNeighbours(house.db, '12846')).toEqual([])
  expect(await historyOf('12846')).toEqual(['add neighbour', 'add postcode'])
  expect(await historyOf('12847')).toEqual(['remove neighbour', 'add postcode'])
})

test('the page of a postcode shows coverage, figures, neighbours and history', async () => {
  const admin = await joinAsAdmin(house)
  await openArea(admin, '12857')
  valueFrom(await addPostcode(asked(admin, area('12858', 'Beside'))))
  valueFrom(await addNeighbour(asked(admin, { neighbour: '12858' }), '12857'))
  const read = async (code: string) => found(await readPostcodeForAdmin(house, admin.signedIn, code))
  expect(await read('12857')).toMatchObject({
    shown: '128 57',
    state: 'planned',
    figures: { companies: 1 },
    coverage: { companies: 1, label: expect.any(String) },
    neighbours: [{ code: '12858', shown: '128 58', name: 'Beside' }],
    history: [
      { who: admin.signedIn.person.name, reason: null },
      { who: admin.signedIn.person.name, reason: null },
    ],
  })
  expect(await readPostcodeForAdmin(house, admin.signedIn, '99998')).toEqual(notThere)
  const covered = async () => {
    const search = postcodeSearchFrom(new URLSearchParams('q=12857'))
    return (await listPostcodes(house, admin.signedIn, search)).postcodes.map(({ coverage }) => Boolean(coverage))
  }
  // Coverage is only shown for open areas.
  expect(await covered()).toEqual([false])
  valueFrom(await setPostcodeState(asked(admin, { state: 'open', reason: 'Prov' }), '12857'))
  expect(await covered()).toEqual([true])
})

test('the figures follow members who join, move and leave', async () => {
  const before = await readFigures(house.db, '12848')
  const siv = await joinAsMember(house, { postcode: '12848' })
  expect((await readFigures(house.db, '12848')).members).toBe(before.members + 1)
  const id = siv.signedIn.person.id
  await house.db.updateTable('profiles').set({ postcode: '12849' }).where('id', '=', id).execute()
  expect(await readFigures(house.db, '12848')).toEqual(before)
  expect((await readFigures(house.db, '12849')).members).toBe(1)
  await house.db.deleteFrom('profiles').where('id', '=', id).execute()
  expect((await readFigures(house.db, '12849')).members).toBe(0)
})

test('two members who swap postcodes concurrently cause no deadlock', async () => {
  const people = []
  for (const postcode of ['12851', '12852']) people.push(await joinAsMember(house, { postcode }))
  const move = (person: Resident | undefined, postcode: string) =>
    house.db
      .updateTable('profiles')
      .set({ postcode })
      .where('id', '=', person?.signedIn.person.id ?? '')
      .execute()
  for (let round = 0; round < 20; round++) {
    const [here, there] = round % 2 === 0 ? ['12852', '12851'] : ['12851', '12852']
    await Promise.all([move(people[0], here), move(people[1], there)])
  }
  expect(await Promise.all(['12851', '12852'].map((code) => readFigures(house.db, code)))).toMatchObject([
    { members: 1 },
    { members: 1 },
  ])
})

test('pages through postcodes by fifty, and searches numbers and names', async () => {
  const admin = await joinAsAdmin(house)
  for (let code = 77100; code < 77155; code++)
    valueFrom(await addPostcode(asked(admin, area(String(code), `${code < 77150 ? 'Byn' : 'Torpet'} ${code}`))))
  const list = (query: string) => listPostcodes(house, admin.signedIn, postcodeSearchFrom(new URLSearchParams(query)))
  const first = await list('q=771')
  expect(first.postcodes).toHaveLength(50)
  expect((await list(`q=771&after=${first.next}`)).postcodes.map(({ code }) => code)).toEqual([
    '77150',
    '77151',
    '77152',
    '77153',
    '77154',
  ])
  expect((await list('q=byn 77103')).postcodes.map(({ code }) => code)).toEqual(['77103'])
  expect((await list('q=771&visa=open')).postcodes).toEqual([])
  // A result that exactly fills the page has no next page.
  const full = await list('q=byn 77')
  expect([full.postcodes.length, full.next]).toEqual([50, undefined])
})

test('refuses everybody but administrators', async () => {
  const siv = await joinAsMember(house)
  const form = { ...area('12853'), state: 'closed', reason: 'x', neighbour: '12531' }
  await expect(addPostcode(asked(siv, form))).rejects.toThrow('not allowed')
  for (const deed of [describePostcode, setPostcodeState, addNeighbour, removeNeighbour]) {
    for (const values of [form, {}]) await expect(deed(asked(siv, values), '12540')).rejects.toThrow('not allowed')
  }
  const all = postcodeSearchFrom(new URLSearchParams())
  await expect(listPostcodes(house, siv.signedIn, all)).rejects.toThrow('not allowed')
  await expect(readPostcodeForAdmin(house, siv.signedIn, '12540')).rejects.toThrow('not allowed')
  expect(await readPostcode(house.db, '12540')).toMatchObject({ name: 'Älvsjö', state: 'open' })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { historyOf, press } from '../../../test/support/alarms'
import { addKey, keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { readKey } from '../keys/key-secret.server'
import { findKey } from '../keys/key-store.server'
import { doDeed } from './do-deed.server'
import { listOpenAlarms } from './list-open-alarms.server'

/** Answers to API requests and their idempotent replay. Access is tested in test/attacks/systems. */

const house = useHouse()

type Deed = Parameters<typeof doDeed>[1]
type Sent = { name?: string; text?: string; type?: string; id?: string }

/** A company with an alarm, and its systems, each with its own API key. */
async function openSystems() {
  const { companyId, owner, postcode, member } = await openOwnedPartner(house)
  const { alarmId } = await press(house, member)
  async function openAny() {
    const mark = readKey(await addKey(house, owner, keyValues([postcode])))?.mark ?? ''
    const key = await findKey(house.db, mark, house.clock.now())
    if (!key) throw new Error('no key')
    const actor = { kind: 'partner', companyId, guardId: null, via: 'api', key: { name: key.name, mark } } as const
    return (deed: Deed, { name, text, type = 'application/json', id = alarmId }: Sent) => {
      const headers = { 'content-type': type, ...(name === undefined ? {} : { 'idempotency-key': name }) }
      const request = new Request('http://kvartera.test', { method: 'POST', headers, body: text ?? null })
      return doDeed({ house, key, actor }, deed, id, request)
    }
  }
  async function open() {
    const ask = await openAny()
    return (deed: Deed, name: string, body: object = {}) => ask(deed, { name, text: JSON.stringify(body) })
  }
  return { open, openAny, alarmId }
}

const readable = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get('content-type'),
  kept: answer.headers.get('cache-control'),
  again: answer.headers.get('idempotent-replayed'),
  said: await answer.json(),
})

test('replays the stored answer or refusal for a repeated idempotency key, marked as replayed', async () => {
  const { open, alarmId } = await openSystems()
  const ask = await open()
  const refused = await readable(await ask('on-the-way', 'nej'))
  expect(refused).toMatchObject({ status: 409, type: 'application/problem+json', kept: 'no-store', again: null })
  const done = await readable(await ask('accept', 'ja'))
  expect(done).toMatchObject({ status: 200, type: 'application/json', kept: 'no-store', again: null })
  expect(done.said).toMatchObject({ id: alarmId })
  // By now the request would succeed, but the replay returns the stored refusal.
  expect(await readable(await ask('on-the-way', 'nej'))).toEqual({ ...refused, again: 'true' })
  expect(await readable(await ask('accept', 'ja'))).toEqual({ ...done, again: 'true' })
})

test('keeps idempotency keys apart for each API key', async () => {
  const { open } = await openSystems()
  const [one, two] = [await open(), await open()]
  const taken = await readable(await one('accept', 'delat'))
  const gone = await readable(await two('on-the-way', 'delat'))
  expect([taken.status, gone.status]).toEqual([200, 200])
  expect(await readable(await one('accept', 'delat'))).toEqual({ ...taken, again: 'true' })
  expect(await readable(await two('on-the-way', 'delat'))).toEqual({ ...gone, again: 'true' })
})

test('answers 422 with the JSON pointer of a note that is too long', async () => {
  const { open } = await openSystems()
  const ask = await open()
  const close = (length: number) => ask('close', randomUUID(), { outcome: 'resolved', note: 'å'.repeat(length) })
  expect(await readable(await close(4_001))).toMatchObject({
    status: 422,
    said: {
      detail: 'Något i det ni skickade är fel.',
      errors: [{ pointer: '#/note', detail: expect.stringMatching(/^Det får vara högst 4\s000 tecken$/) }],
    },
  })
  expect(await readable(await close(4_000))).toMatchObject({ status: 409 })
})

test('answers 422 with the JSON pointer of each field that is wrong, and of the whole for one that is not accepted', async () => {
  const { openAny } = await openSystems()
  const ask = await openAny()
  const wrong = async (deed: Deed, body: unknown) => {
    const { status, said } = await readable(await ask(deed, { text: JSON.stringify(body) }))
    return [status, said.errors]
  }
  expect(await wrong('close', { outcome: 1, note: 2, press: 'x' })).toEqual([
    422,
    [
      { pointer: '#/outcome', detail: 'Välj resolved eller false_alarm' },
      { pointer: '#/note', detail: expect.any(String) },
      { pointer: '#/press', detail: 'Skicka larmets lastPress' },
    ],
  ])
  expect(await wrong('reject', { reason: 'bored' })).toEqual([
    422,
    [{ pointer: '#/reason', detail: 'Välj en av de fyra anledningarna' }],
  ])
  expect(await wrong('accept', { guardId: randomUUID() })).toMatchObject([422, [{ pointer: '#' }]])
})

test('an idempotency key of another deed or another alarm returns 422, and nothing is done', async () => {
  const { openAny, alarmId } = await openSystems()
  const ask = await openAny()
  const name = 'n-1'
  expect((await ask('accept', { name })).status).toBe(200)
  for (const [deed, id] of [
    ['on-site', alarmId],
    ['accept', randomUUID()],
  ] as const) {
    expect(await readable(await ask(deed, { name, id }))).toMatchObject({
      ...{ status: 422, kept: 'no-store', again: null },
      said: { detail: 'Idempotency-Key är redan använd till något annat. Välj en ny för varje ny fråga.' },
    })
  }
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken'])
  // The refusal has not taken the place of the stored answer.
  expect(await readable(await ask('accept', { name }))).toMatchObject({ status: 200, again: 'true' })
})

test('a request that failed frees its idempotency key alone, and the same body then carries it out', async () => {
  const { openAny, alarmId } = await openSystems()
  const [ask, beside] = [await openAny(), await openAny()]
  expect((await beside('on-site', { name: 'n-1' })).status).toBe(409)
  expect((await ask('on-site', { name: 'n-2' })).status).toBe(409)
  expect((await ask('accept', { name: 'n-1', id: randomUUID() })).status).toBe(404)
  expect((await ask('accept', { name: 'n-1' })).status).toBe(200)
  for (const [answer, name] of [
    [await beside('on-site', { name: 'n-1' }), 'the other key’s'],
    [await ask('on-site', { name: 'n-2' }), 'the same key’s other'],
  ] as const) {
    expect(await readable(answer), name).toMatchObject({ status: 409, again: 'true' })
  }
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken'])
})

test('without an idempotency key each request is answered anew, and no answer is stored', async () => {
  const { openAny } = await openSystems()
  const ask = await openAny()
  const stored = () => house.db.selectFrom('api_answers').select('request_id').orderBy('request_id').execute()
  const before = await stored()
  const refused = await readable(await ask('on-site', {}))
  expect(refused).toMatchObject({ status: 409, type: 'application/problem+json', kept: 'no-store' })
  expect(await readable(await ask('accept', {}))).toMatchObject({ status: 200, kept: 'no-store', again: null })
  expect(await readable(await ask('on-site', {}))).toMatchObject({ status: 200, again: null })
  expect(await stored()).toEqual(before)
})

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json ;charset=utf-8',
])('reads a body of the type %s', async (type) => {
  const { openAny } = await openSystems()
  const ask = await openAny()
  expect((await ask('reject', { type, text: '{"reason":"far"}' })).status).toBe(200)
})

test('the reason of a refusal is in the history, and the note of a close beside the alarm, without what no database takes', async () => {
  const { openAny, alarmId } = await openSystems()
  const ask = await openAny()
  expect((await ask('reject', { text: '{"reason":"nobody"}' })).status).toBe(200)
  const { facts } = await house.db
    .selectFrom('alarm_timeline')
    .select('facts')
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'declined')
    .executeTakeFirstOrThrow()
  expect(facts).toMatchObject({ why: 'nobody' })
  expect((await ask('accept', {})).status).toBe(200)
  const text = String.raw`{"outcome":"false_alarm","note":"Katten\u0000 \ud83d","press":null}`
  expect(await readable(await ask('close', { text }))).toMatchObject({ status: 200, said: { state: 'false_alarm' } })
  const notes = await house.db.selectFrom('alarm_updates').select(['kind', 'message']).where('alarm_id', '=', alarmId)
  expect(await notes.execute()).toEqual([{ kind: 'note', message: 'Katten \ufffd' }])
})

test('lists the open alarms of the key’s postcodes with their pages, oldest first, and says why there are none', async () => {
  const partner = await openOwnedPartner(house)
  const beside = await openOwnedPartner(house)
  await letBeCalled(house, partner.companyId, '2199-12-31', [partner.postcode, beside.postcode])
  const first = await press(house, partner.member)
  await press(house, beside.member)
  const second = await press(house, await joinAsMember(house, { postcode: partner.postcode }))
  const mark = readKey(await addKey(house, partner.owner, keyValues([partner.postcode])))?.mark ?? ''
  const key = await findKey(house.db, mark, house.clock.now())
  if (!key) throw new Error('no key')
  const { companyId } = partner
  const actor = { kind: 'partner', companyId, guardId: null, via: 'api', key: { name: key.name, mark } } as const
  const listed = () => listOpenAlarms({ house, key, actor })
  const page = 'http://kvartera.test/dashboard/provider/alarms/'
  const { alarms, notCalled } = await listed()
  expect(notCalled).toBeNull()
  expect(alarms.map(({ id, link }) => [id, link])).toEqual(
    [first, second].map(({ alarmId }) => [alarmId, page + alarmId]),
  )
  await letBeCalled(house, companyId, '2020-01-01', [partner.postcode])
  expect(await listed()).toEqual({ alarms: [], notCalled: expect.stringMatching(/[a-zåäö]{3}/) })
})

import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { readAudit } from '~/audit/public.server'
import { describeApi } from '~/integrations/api/describe'
import { action as deed } from '~/integrations/api/pages/api-alarm-deed'
import { loader as description } from '~/integrations/api/pages/api-description'
import { loader as list } from '~/integrations/api/pages/api-open-alarms'
import { openAlarms, problemShape } from '~/integrations/api/shapes'
import { readKeys } from '~/integrations/keys/key-store.server'
import { makeKey, takeKeyBack } from '~/integrations/keys/own-keys.server'
import { readOwnSystems } from '~/integrations/read-own-systems.server'
import { systemAlarm } from '~/integrations/system-alarm'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import routes from '~/routes'
import { notThere } from '~/shared/outcome'
import { addPartner, alarmRow, historyOf, press } from '../../support/alarms'
import { addKey, keyValues, openOwnedPartner } from '../../support/counterparts/own-systems'
import { letBeCalled, setAreas } from '../../support/guards'
import { useHouse } from '../../support/house'
import { refusalFrom, valueFrom } from '../../support/outcome'
import { joinAsCompany } from '../../support/people'

/** The partner API: what an API key gives access to, what not, and when it ends. */

const house = useHouse()

let address = ''
let asked = 0
beforeEach(() => {
  address = `198.51.100.${++asked % 250}`
})

type Sent = { body?: unknown; text?: string; type?: string | null; name?: string; as?: string }

async function ask(
  door: (args: never) => unknown,
  key: string | null,
  sent: Sent & { params?: object; method?: string },
) {
  const context = new RouterContextProvider()
  context.set(houseContext, house)
  context.set(visitorContext, await house.visitor({ address }))
  const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers = new Headers()
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (text !== undefined && sent.type !== null) headers.set('content-type', sent.type ?? 'application/json')
  if (sent.name !== undefined) headers.set('idempotency-key', sent.name)
  const method = sent.method ?? 'GET'
  const request = new Request('http://kvartera.test/api/partner/alarms', { method, headers, body: text ?? null })
  return (await door({ request, context, params: sent.params ?? {} } as never)) as Response
}

const listBy = (key: string | null) => ask(list, key, {})
const does = (key: string | null, id: string, what: string, sent: Sent = {}) =>
  ask(deed, key, { ...sent, params: { id, deed: what }, method: 'POST' })

async function problemOf(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return problemShape.parse(await answer.json())
}
async function alarmOf(answer: Response) {
  expect(answer.status).toBe(200)
  return systemAlarm.parse(await answer.json())
}
const listed = async (key: string) => openAlarms.strict().parse(await (await listBy(key)).json())

async function openWithKey(deeds?: readonly string[]) {
  const partner = await openOwnedPartner(house)
  const key = await addKey(house, partner.owner, keyValues([partner.postcode], deeds))
  return { ...partner, key }
}

describe('an API key', () => {
  test('handles an alarm from the list to the close, in the company’s name', async () => {
    const { key, member, companyId } = await openWithKey()
    const { alarmId } = await press(house, member, { message: 'Någon är i huset' })
    const { alarms, notCalled } = await listed(key)
    expect(notCalled).toBeNull()
    expect(alarms).toMatchObject([{ id: alarmId, state: 'new', isMine: false }])
    expect(JSON.stringify(alarms)).not.toMatch(/huset/)
    expect(await alarmOf(await does(key, alarmId, 'accept'))).toMatchObject({ state: 'acknowledged', isMine: true })
    await alarmOf(await does(key, alarmId, 'on-the-way', { body: {} }))
    expect(await alarmOf(await does(key, alarmId, 'on-site'))).toMatchObject({ state: 'on_site' })
    const closed = await does(key, alarmId, 'close', { body: { outcome: 'resolved', note: 'En olåst dörr.' } })
    expect(await alarmOf(closed)).toMatchObject({ state: 'resolved' })
    expect(await alarmRow(house.db, alarmId)).toMatchObject({
      taken_by_company: companyId,
      taken_by_system: 'Ledningssystemet',
      taker_company_name: 'Söderort Trygghet AB',
    })
    expect(await historyOf(house.db, alarmId)).toEqual([
      ...['raised', 'called', 'taken', 'set_out', 'arrived', 'resolved'],
    ])
    expect((await listed(key)).alarms).toEqual([])
  })

  test('is shown once, stored as a hash, recorded in the audit log, and marked with its last use', async () => {
    const { key, companyId, owner } = await openWithKey()
    const page = await readOwnSystems(house, owner.signedIn)
    expect(page?.keys).toHaveLength(1)
    expect(JSON.stringify(page)).not.toContain(key.slice(13))
    const kept = await house.db.selectFrom('api_keys').selectAll().where('company_id', '=', companyId).execute()
    expect(JSON.stringify(kept)).not.toContain(key.slice(13))
    expect(key.startsWith(`${kept[0]?.mark}_`)).toBe(true)
    await listBy(key)
    const [own] = await readKeys(house.db, companyId)
    expect(own?.lastUsedAt).toBeInstanceOf(Date)
    const deeds = await house.db.selectFrom('audit_log').select(['deed']).where('subject_id', '=', companyId).execute()
    expect(deeds).toEqual([{ deed: 'make api key' }])
  })

  test('does only its own deeds, and only in its own postcodes', async () => {
    const { key, member, owner, postcode, companyId } = await openWithKey(['list'])
    const { alarmId } = await press(house, member)
    expect((await listed(key)).alarms).toHaveLength(1)
    await problemOf(await does(key, alarmId, 'accept'), 403)
    const far = await openOwnedPartner(house)
    await letBeCalled(house, companyId, '2199-12-31', [postcode, far.postcode])
    const there = await addKey(house, owner, keyValues([far.postcode]))
    expect((await listed(there)).alarms).toEqual([])
    await problemOf(await does(there, alarmId, 'accept'), 404)
    expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  })

  test.each<[string, (made: Awaited<ReturnType<typeof openWithKey>>) => Promise<unknown>]>([
    [
      'is revoked',
      async ({ owner, companyId }) => {
        const [own] = await readKeys(house.db, companyId)
        valueFrom(await takeKeyBack(house, owner.signedIn, { id: own?.id ?? '' }))
      },
    ],
    ['has expired', async () => house.clock.forward({ days: 91 })],
    [
      'belongs to an account that is regained by mail',
      ({ owner }) =>
        house.above.heldThrough.api_keys?.(house.db, owner.signedIn.person.id, house.clock.now()) ?? Promise.resolve(),
    ],
  ])('that %s is refused with 401', async (_, happens) => {
    const made = await openWithKey()
    const { alarmId } = await press(house, made.member)
    expect((await listBy(made.key)).status).toBe(200)
    await happens(made)
    await problemOf(await listBy(made.key), 401)
    await problemOf(await does(made.key, alarmId, 'accept'), 401)
    expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  })

  test('that is revoked leaves the company’s other keys working', async () => {
    const { owner, postcode, companyId, key } = await openWithKey()
    const [own] = await readKeys(house.db, companyId)
    const other = await addKey(house, owner, keyValues([postcode]))
    valueFrom(await takeKeyBack(house, owner.signedIn, { id: own?.id ?? '' }))
    expect((await listBy(key)).status).toBe(401)
    expect((await listBy(other)).status).toBe(200)
    // The key can be revoked once; the second request finds nothing.
    expect(await takeKeyBack(house, owner.signedIn, { id: own?.id ?? '' })).toBe(notThere)
    const [line, ...earlier] = await readAudit(house.db, { kind: 'company', id: companyId }, 5)
    expect(line).toMatchObject({ deed: 'take back api key', before: { mark: own?.mark } })
    expect(line?.actorId).toBe(owner.signedIn.person.id)
    expect(earlier.map(({ deed }) => deed)).toEqual(['make api key', 'make api key'])
  })

  test('that is forged or altered is refused with 401, and many tries are rate limited', async () => {
    const { key } = await openWithKey()
    const last = key.slice(-1) === 'A' ? 'B' : 'A'
    const bent = [null, '', 'x', `${key}x`, key.slice(0, -1), key.slice(0, -1) + last, `kvk_00000000_${key.slice(13)}`]
    for (const wrong of bent) await problemOf(await listBy(wrong), 401)
    for (let n = bent.length; n < 30; n++) await listBy('kvk_00000000_x')
    await problemOf(await listBy('kvk_00000000_x'), 429)
    // A valid key from the same address is not affected by the rate limit.
    expect((await listBy(key)).status).toBe(200)
  })

  test('is created only by a partner, for its own postcodes, after a fresh login', async () => {
    const { owner, postcode } = await openOwnedPartner(house)
    const shop = await joinAsCompany(house)
    const make = ({ visitor, signedIn }: typeof owner, values: Record<string, string>) =>
      makeKey({ house, visitor, signedIn, values })
    await expect(make(shop, keyValues([postcode]))).rejects.toThrow()
    refusalFrom(await make(owner, keyValues(['49998'])))
    refusalFrom(await make(owner, keyValues([postcode], [])))
    refusalFrom(await make(owner, { ...keyValues([postcode]), days: '9999' }))
    refusalFrom(await make(owner, { ...keyValues([postcode]), name: '' }))
    const values = keyValues([postcode])
    valueFrom(await make(owner, values))
    refusalFrom(await make(owner, values))
    house.clock.forward({ hours: 2 })
    expect(refusalFrom(await make(owner, keyValues([postcode]))).fields.password).toBeTruthy()
    const other = await openOwnedPartner(house)
    const [own] = await house.db.selectFrom('api_keys').select('id').where('name', '=', 'Ledningssystemet').execute()
    expect(await takeKeyBack(house, other.owner.signedIn, { id: own?.id ?? '' })).toEqual(notThere)
  })
})

describe('an alarm', () => {
  test('of another company, or that does not exist, returns 404', async () => {
    const { key } = await openWithKey()
    const other = await openOwnedPartner(house)
    const { alarmId } = await press(house, other.member)
    for (const id of [alarmId, randomUUID(), 'x', 'constructor']) {
      for (const what of ['accept', 'on-the-way', 'on-site']) await problemOf(await does(key, id, what), 404)
      await problemOf(await does(key, id, 'reject', { body: { reason: 'far' } }), 404)
      await problemOf(await does(key, id, 'close', { body: { outcome: 'resolved' } }), 404)
    }
    expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called'])
  })

  test('returns 404 to a company that lost the area or may not act today', async () => {
    const { key, member, companyId, postcode } = await openWithKey()
    const { alarmId } = await press(house, member)
    await alarmOf(await does(key, alarmId, 'accept'))
    await setAreas(house, companyId, ['49997'])
    await problemOf(await does(key, alarmId, 'on-site'), 404)
    expect((await listed(key)).alarms).toEqual([])
    await letBeCalled(house, companyId, '2020-01-01', [postcode])
    const { alarms, notCalled } = await listed(key)
    expect([alarms, typeof notCalled]).toEqual([[], 'string'])
    await problemOf(await does(key, alarmId, 'on-site'), 404)
  })

  test('that somebody else has, or that nobody has taken yet, returns 409 with the reason', async () => {
    const { key, member, postcode } = await openWithKey()
    const other = await addPartner(house, postcode)
    const { alarmId } = await press(house, member)
    expect((await problemOf(await does(key, alarmId, 'on-site'), 409)).detail).toContain('Ta larmet först.')
    valueFrom(await takeAlarm(house, other.guard, alarmId))
    expect((await problemOf(await does(key, alarmId, 'accept'), 409)).detail).toContain('Nattvakt AB (Bo) har larmet')
    await problemOf(await does(key, alarmId, 'reject', { body: { reason: 'busy' } }), 409)
    await problemOf(await does(key, alarmId, 'close', { body: { outcome: 'resolved' } }), 409)
  })

  test('that was raised again is closed only with the newest press named', async () => {
    const { key, member } = await openWithKey()
    const { alarmId } = await press(house, member)
    await alarmOf(await does(key, alarmId, 'accept'))
    await press(house, member, { message: 'Skynda er' })
    await problemOf(await does(key, alarmId, 'close', { body: { outcome: 'resolved' } }), 409)
    const [alarm] = (await listed(key)).alarms
    const seen = { outcome: 'resolved', press: alarm?.lastPress }
    await alarmOf(await does(key, alarmId, 'close', { body: seen }))
  })

  test('is declined with a reason before it is taken, and handed back by its taker', async () => {
    const { key, member } = await openWithKey()
    const { alarmId } = await press(house, member)
    await alarmOf(await does(key, alarmId, 'reject', { body: { reason: 'busy' } }))
    await alarmOf(await does(key, alarmId, 'accept'))
    expect(await alarmOf(await does(key, alarmId, 'reject', { body: { reason: 'far' } }))).toMatchObject({
      state: 'new',
    })
    expect(await historyOf(house.db, alarmId)).toEqual([
      ...['raised', 'called', 'declined', 'taken', 'handed_back', 'called_again'],
    ])
  })
})

describe('an invalid request', () => {
  test.each<[string, number, string, Sent]>([
    ['malformed JSON', 400, 'reject', { text: '{"reason":' }],
    ['a form instead of JSON', 415, 'reject', { text: 'reason=far', type: 'application/x-www-form-urlencoded' }],
    ['plain text instead of JSON', 415, 'accept', { text: '{}', type: 'text/plain' }],
    ['JSON sent as application/jsonx', 415, 'accept', { text: '{}', type: 'application/jsonx' }],
    ['a list instead of an object', 422, 'accept', { body: [] }],
    ['no body', 422, 'reject', {}],
    ['an unknown reason', 422, 'reject', { body: { reason: 'constructor' } }],
    ['a field that is not accepted', 422, 'accept', { body: { guardId: randomUUID() } }],
    ['the id of another company', 422, 'reject', { body: { reason: 'far', companyId: randomUUID() } }],
    ['an outcome that a taker may not set', 422, 'close', { body: { outcome: 'cancelled' } }],
    ['a number as the outcome', 422, 'close', { body: { outcome: 1 } }],
    ['a note over 4,000 characters', 422, 'close', { body: { outcome: 'resolved', note: 'x'.repeat(4001) } }],
    ['a malformed press id', 422, 'close', { body: { outcome: 'resolved', press: 'x' } }],
    ['an unknown action named constructor', 404, 'constructor', {}],
    ['an unknown action named list', 404, 'list', {}],
    ['an idempotency key with spaces', 400, 'accept', { name: 'två ord' }],
    ['an idempotency key of 256 characters', 400, 'accept', { name: 'x'.repeat(256) }],
  ])('with %s returns %i with what is wrong, and does nothing', async (_, status, what, sent) => {
    const { key, member } = await openWithKey()
    const { alarmId } = await press(house, member)
    const { detail, errors } = await problemOf(await does(key, alarmId, what, sent), status)
    expect(detail).toMatch(/[a-zåäö]{3}/)
    if (status === 422) expect(errors?.length).toBeGreaterThan(0)
    expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called'])
  })
})

describe('an idempotency key', () => {
  test('replays the same answer without acting again, also at the same moment', async () => {
    const { key, member } = await openWithKey()
    const { alarmId } = await press(house, member)
    const name = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => does(key, alarmId, 'accept', { name })))
    const said = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
    expect(said[1]).toEqual(said[0])
    // By now somebody else has the alarm; the same idempotency key still replays the same answer.
    await does(key, alarmId, 'reject', { body: { reason: 'far' } })
    expect(await (await does(key, alarmId, 'accept', { name })).json()).toEqual(said[0])
    expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  })

  test('sent with a different request returns 422 and does nothing', async () => {
    const { key, member } = await openWithKey()
    const { alarmId } = await press(house, member)
    await alarmOf(await does(key, alarmId, 'accept', { name: 'n-1' }))
    const close = { body: { outcome: 'resolved' }, name: 'n-2' }
    await problemOf(await does(key, alarmId, 'close', { ...close, name: 'n-1' }), 422)
    await alarmOf(await does(key, alarmId, 'close', close))
    await problemOf(await does(key, alarmId, 'close', { ...close, body: { outcome: 'false_alarm' } }), 422)
    expect((await alarmRow(house.db, alarmId)).status).toBe('resolved')
  })

  test('belongs to one API key, and can be used again after a request that failed', async () => {
    const { key, member, owner, postcode } = await openWithKey()
    const { alarmId } = await press(house, member)
    const name = 'delat'
    await problemOf(await does(key, randomUUID(), 'accept', { name }), 404)
    await alarmOf(await does(key, alarmId, 'accept', { name }))
    const second = await addKey(house, owner, keyValues([postcode]))
    await alarmOf(await does(second, alarmId, 'on-site', { name }))
  })
})

describe('the OpenAPI description', () => {
  const api = JSON.parse(JSON.stringify(describeApi('https://kvartera.test')))

  test('is version 3.1 and lists exactly the addresses that exist', async () => {
    const answer = await ask(description, null, {})
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await answer.json()).openapi).toBe('3.1.0')
    const known = JSON.stringify(await routes)
    for (const path of Object.keys(api.paths)) {
      expect(known).toContain(
        path
          .slice(1)
          .replace('{id}', ':id')
          .replace(/:id\/.*$/, ':id/:deed'),
      )
    }
    const of = (path: string) => Object.keys(api.paths[path])
    expect(
      Object.keys(api.paths)
        .map((path) => [path.split('/').at(-1), ...of(path)].join(' '))
        .sort(),
    ).toEqual([...['accept post', 'alarms get', 'close post', 'on-site post', 'on-the-way post', 'reject post']])
  })

  test('has every schema that it refers to, and no other', () => {
    const refs = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(new Set(refs)).toEqual(new Set(['Alarm', 'OpenAlarms', 'Problem', 'Rejection', 'Closing']))
    expect(Object.keys(api.components.schemas).sort()).toEqual([
      'Alarm',
      'Closing',
      'OpenAlarms',
      'Problem',
      'Rejection',
    ])
  })

  test('has the same words and limits as the validation', () => {
    const { Rejection, Closing, Alarm } = api.components.schemas
    expect(Rejection).toMatchObject({ required: ['reason'], additionalProperties: false })
    expect(Rejection.properties.reason.enum).toEqual(['busy', 'far', 'nobody', 'other'])
    expect(Closing).toMatchObject({ required: ['outcome'], additionalProperties: false })
    expect(Closing.properties.note.maxLength).toBe(4000)
    expect(Object.keys(Alarm.properties)).not.toEqual(expect.arrayContaining(['message']))
    const operations: { parameters?: { name: string; schema: { pattern: string } }[] }[] = Object.values(
      api.paths,
    ).flatMap((path) => Object.values(path as object))
    const names = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name === 'Idempotency-Key'),
    )
    expect(names).toHaveLength(5)
    for (const { schema } of names) {
      const isName = (text: string) => new RegExp(schema.pattern, 'u').test(text)
      expect(['1', 'n-1', 'x'.repeat(255)].every(isName)).toBe(true)
      expect(['', 'a b', 'å', 'x'.repeat(256)].some(isName)).toBe(false)
    }
  })
})

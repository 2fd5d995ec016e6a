import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, expect, test } from 'vitest'
import routes from '~/routes'
import { createHttp } from '../../../server/http'
import { useBesieged } from '../../support/attackers'
import { useHouse } from '../../support/house'
import { oneOfEach } from '../../support/pace/long'
import { type Actor, actors, type Door, doors, serverDoors } from './doors'

/**
 * Every address, with every method, as every visitor, with input that no page sends: each answer must match doors.ts,
 * and must be neither a server error nor contain a secret (test/support/attackers.ts searches every answer). `npm test`
 * asks each address once per expected answer, as a random visitor, and posts one other thing.
 */
const besieged = useBesieged()
const house = useHouse()
const cookies = {} as Record<Actor, string>
/** Ids of real objects, by the beginning of their address. */
const objects: Record<string, string> = {}

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const address = entry.path ? `${above}/${entry.path}` : above
    const own = entry.path !== undefined || entry.index ? [address || '/'] : []
    return [...own, ...addressesOf(entry.children ?? [], address)]
  })
}

const firstOf = async (sql: string) => {
  const { rows } = await besieged.database.pool.query<{ id: string }>(sql)
  if (!rows[0]) throw new Error(`The demo has nothing for: ${sql}`)
  return rows[0].id
}

beforeAll(async () => {
  const { pool } = besieged.database
  const logIn = (name: string) => besieged.logIn(`${name}@demo.example`)
  cookies.nobody = ''
  cookies.member = await logIn('boende')
  cookies.neighbour = await logIn('granne01')
  cookies.company = await logIn('foretag')
  cookies['guard company'] = await logIn('foretag01')
  cookies.guard = await besieged.enterAsGuard()
  cookies.admin = await logIn('admin')
  cookies.blocked = await logIn('granne05')
  await pool.query(
    `update profiles set blocked_at = now(), blocked_reason = 'Prov' where email = 'granne05@demo.example'`,
  )
  cookies['half admin'] = await logIn('granne02')
  await pool.query(`update profiles set user_role = 'admin' where email = 'granne02@demo.example'`)

  await besieged.ask({
    path: '/?index',
    method: 'POST',
    form: [
      ['intent', 'contact'],
      ['key', crypto.randomUUID()],
      ['name', 'Siv'],
      ['email', 'siv@exempel.se'],
      ['interest', 'customer'],
      ['message', 'Hej'],
    ],
  })
  const person = (name: string) => `(select id from profiles where email = '${name}@demo.example')`
  const own = person('boende')
  const company = (email: string) =>
    `(select companies.id from companies join profiles on profiles.id = owner_id where profiles.email = '${email}@demo.example')`
  const booking = await firstOf(
    `select id from bookings where customer_id = ${own} and status = 'completed' order by company_id = ${company('foretag')} desc limit 1`,
  )
  const alarm = await firstOf(`select id from safety_alarms where reported_by = ${own} limit 1`)
  Object.assign(objects, {
    '/company/': await firstOf(`select ${company('foretag')} as id`),
    '/og/company/': await firstOf(`select ${company('foretag')} as id`),
    '/dashboard/customer/bookings/': booking,
    '/dashboard/provider/bookings/': await firstOf(
      `select id from bookings where company_id = ${company('foretag')} and status = 'completed' limit 1`,
    ),
    '/dashboard/customer/safety/history/': alarm,
    '/dashboard/provider/alarms/': alarm,
    '/dashboard/admin/alarms/policies/': '12540',
    '/dashboard/admin/alarms/': alarm,
    '/vakt/larm/': alarm,
    '/dashboard/provider/guards/': await firstOf(`select id from guards limit 1`),
    '/dashboard/provider/services/': await firstOf(
      `select id from services where company_id = ${company('foretag')} and deleted_at is null limit 1`,
    ),
    '/dashboard/provider/earnings/': '2026-01',
    '/dashboard/admin/companies/': await firstOf(`select ${company('foretag')} as id`),
    '/dashboard/admin/users/': await firstOf(`select ${own} as id`),
    '/dashboard/admin/postcodes/': '12540',
    '/svarstider/': '12540',
    '/dashboard/admin/patrols/': '12540',
    '/dashboard/admin/payments/books/': '2026',
    '/dashboard/admin/outbox/': await firstOf(`select id from outbox_messages limit 1`),
    '/dashboard/admin/messages/': await firstOf(`select id from contact_messages limit 1`),
    '/dashboard/pay/': await firstOf(`select id from charges where member_id = ${person('granne01')} limit 1`),
    '/dashboard/receipts/': await firstOf(
      `select number::text as id from receipts where member_id = ${person('granne01')} limit 1`,
    ),
    '/dashboard/reviews/': await firstOf(
      `select id from reviews where hidden_at is null and company_id = ${company('foretag')} limit 1`,
    ),
    '/vakt/pass/': await firstOf(
      `select id from patrol_shifts where company_id is not null and postcode = '12540' limit 1`,
    ),
    '/vakt/stopp/': await firstOf(
      `select id from patrol_shifts where company_id is not null and postcode = '12540' limit 1`,
    ),
  })
})

/** The address with the id of a real object, by the longest known prefix. */
function filled(address: string): string {
  // `?index` makes the router answer for the page itself and not for its layout.
  if (address === '/') return '/?index'
  const start = Object.keys(objects)
    .filter((known) => address.startsWith(known))
    .sort((one, other) => other.length - one.length)[0]
  return address.replace(/:\w+/, (start && objects[start]) ?? crypto.randomUUID()).replace('*', 'finns-inte')
}

type Form = readonly (readonly [string, string])[]
const unknownForms: Form[] = [
  ...Object.getOwnPropertyNames(Object.prototype),
  'does-not-exist',
  'x'.repeat(10_000),
].map((intent) => [['intent', intent]] as const)
const twice: Form = [
  ['intent', 'login'],
  ['intent', 'login'],
]
const without: Form = [['nothing', '1']]

type Case = { actor: Actor; address: string; method: string; form?: Form; expected: number }

function casesOf(address: string, door: Door): Case[] {
  const readsNothing = door.reads === 405
  return actors.flatMap((actor) => {
    const isIn = door.in.includes(actor)
    const owns = door.of?.includes(actor) ?? true
    const away = door.else ?? 302
    const read = readsNothing ? 405 : isIn ? (owns ? (door.reads ?? 200) : (door.others?.[actor] ?? 404)) : away
    const wrong = (method: string): Case => ({ actor, address, method, expected: 405 })
    const written =
      door.writes === 405 ? 405 : (door.writers ?? door.in).includes(actor) ? 400 : (door.writesElse ?? away)
    const post = (form: Form, expected = written): Case => ({ actor, address, method: 'POST', form, expected })
    return [
      { actor, address, method: 'GET', expected: read },
      { actor, address, method: 'HEAD', expected: read },
      ...['PUT', 'PATCH', 'DELETE'].map(wrong),
      ...(door.writes === undefined ? [] : [post([['intent', 'constructor']]), post(twice)]),
      ...(isIn && door.writes === 400
        ? [...unknownForms, ...(door.nameless === undefined ? [without] : [])].map((form) => post(form))
        : []),
      ...(door.nameless && isIn ? [post(without, owns ? door.nameless : (door.strangers ?? door.nameless))] : []),
    ]
  })
}

test('the tables of doors list exactly the addresses of the product and of the server', async () => {
  expect(addressesOf(await routes).sort()).toEqual(Object.keys(doors).sort())
  const app = createHttp({ house: house as never, build: { routes: {} } as never, development: true })
  const own = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*')).map(({ path }) => path)
  expect([...new Set(own)].sort()).toEqual(Object.keys(serverDoors).sort())
})

test('every address answers each visitor and method with the listed status', async () => {
  const every = Object.entries({ ...doors, ...serverDoors }).flatMap(([address, door]) => casesOf(address, door))
  const cases = oneOfEach('doors', every, ({ address, method, expected }) =>
    method === 'GET' ? `${address} ${expected}` : address,
  )
  const wrong: string[] = []
  const left = [...cases]
  const hand = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { actor, address, method, form, expected } = one
      const { status } = await besieged.ask({ path: filled(address), method, cookie: cookies[actor], form })
      const intent = form?.map(([name, value]) => `${name}=${value.slice(0, 20)}`).join('&') ?? ''
      if (status !== expected) wrong.push(`${status} instead of ${expected}: ${actor} ${method} ${address} ${intent}`)
    }
  }
  await Promise.all([hand(), hand(), hand(), hand()])
  expect(wrong).toEqual([])
  expect(every.length).toBeGreaterThan(5_000)
}, 600_000)

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useBesieged } from '../support/attackers'

/** The security events that an operator's log shows, from a real process. */
const besieged = useBesieged()
const email = 'granne03@demo.example'
let member: string
let memberId: string

type Line = { security: string; actorId?: string; what?: string; path?: string; status?: number }
const lines = (): Line[] =>
  besieged
    .said()
    .split('\n')
    .filter((line) => line.includes('"security":'))
    .map((line) => JSON.parse(line) as Line)

/** The log line may be written a moment after the answer. */
const told = (line: Line) => expect.poll(lines).toContainEqual(expect.objectContaining(line))

const logIn = (password: string) =>
  besieged.ask({
    path: '/auth',
    method: 'POST',
    form: [
      ['intent', 'login'],
      ['email', email],
      ['password', password],
    ],
  })

beforeAll(async () => {
  const { rows } = await besieged.database.pool.query<{ id: string }>('select id from profiles where email = $1', [
    email,
  ])
  memberId = rows[0]?.id ?? ''
  member = await besieged.logIn(email)
})

test('a login is logged with its way and account, and a failed login is logged', async () => {
  await told({ security: 'login', what: 'password', actorId: memberId })
  await besieged.logIn('admin@demo.example')
  await told({ security: 'login', what: 'second step', actorId: expect.any(String) as string })
  await besieged.enterAsGuard()
  await told({ security: 'login', what: 'guard link', actorId: expect.any(String) as string })
  expect((await logIn('gullviva62')).status).toBe(422)
  await told({ security: 'login failed', what: 'password' })
})

test('a spent rate limit is logged', async () => {
  for (let tries = 0; tries < 12; tries++) await logIn(`gullviva${tries}`)
  await told({ security: 'limit spent', what: 'log in to an account' })
})

test('a refused or redirected visit is logged', async () => {
  await besieged.ask({ path: '/dashboard/customer' })
  await told({ security: 'door refused', path: '/dashboard/customer' })
  // The layout and the page within it both refuse, which is logged once.
  expect(lines().filter(({ path }) => path === '/dashboard/customer')).toHaveLength(1)
  await besieged.ask({ path: '/dashboard/admin/users', cookie: member })
  await told({ security: 'door refused', path: '/dashboard/admin/users', actorId: memberId })
  await besieged.ask({ path: '/vakt/larm' })
  await told({ security: 'door refused', path: '/vakt/larm' })
  await besieged.ask({ path: `/dashboard/customer/bookings/${randomUUID()}`, cookie: member })
  await told({ security: 'nothing there', status: 404, actorId: memberId })
  await besieged.ask({ path: '/auth', method: 'POST', form: [], headers: { origin: 'https://evil.test' } })
  await told({ security: 'door refused', what: 'a post from another site', status: 403 })
})

test('input that no page of ours sends is logged', async () => {
  const path = '/dashboard/account/security'
  await besieged.ask({ path, method: 'POST', cookie: member, form: [['intent', 'constructor']] })
  await told({ security: 'input refused', status: 400, path, actorId: memberId })
  await besieged.ask({ path, method: 'DELETE', cookie: member })
  await told({ security: 'input refused', status: 405, path })
})

test('a flood of requests gives few log lines, without addresses, names, passwords or paths', async () => {
  const secret = 'Q0x9Zr3Tq1Lk7VnB2cWd5eAbCd'
  const knock = () => besieged.ask({ path: `/${secret}/siv.svensson@exempel.se` })
  for (let times = 0; times < 50; times++) await Promise.all([knock(), knock(), knock(), knock()])
  await expect
    .poll(lines)
    .toContainEqual(expect.objectContaining({ security: 'nothing there', more: expect.any(String) }))
  expect(lines().filter(({ security }) => security === 'nothing there').length).toBeLessThan(130)
  const all = JSON.stringify(lines())
  for (const kept of ['@', '127.0.0.1', 'gullviva', secret, 'kvartera.session']) expect(all).not.toContain(kept)
})

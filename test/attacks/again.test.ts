import { beforeAll, expect, test } from 'vitest'
import { useBesieged } from '../support/attackers'

/** Attacks on the combination of parts that were rebuilt at the same time. */
const besieged = useBesieged()
const cookies: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['boende', 'foretag', 'foretag01', 'admin']) {
    cookies[name] = await besieged.logIn(`${name}@demo.example`)
  }
})

const countOf = (text: string, within: number) => Math.floor(within / text.length)

test('forms with a hundred thousand parts are refused with 400', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n\r\n'
  const manyParts = `${part.repeat(countOf(part, 5_900_000))}--b--\r\n`
  const send = (path: string, type: string, body: string) =>
    fetch(besieged.home + path, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' })
  const pieces = Promise.all([
    ...[1, 2, 3].map(() => send('/dashboard/provider/company/logo', 'multipart/form-data; boundary=b', manyParts)),
    ...[1, 2, 3].map(() => send('/auth', 'application/x-www-form-urlencoded', 'a&'.repeat(499_000))),
  ])
  const answers = (await pieces).map(({ status }) => status)
  // Parsing each of these took sixteen seconds before the pieces were counted, which would exceed the timeout.
  expect(answers).toEqual([400, 400, 400, 400, 400, 400])
}, 60_000)

test('fields named like prototype properties or claims cause no server error and make nobody an admin', async () => {
  const odd = [
    '__proto__',
    'constructor',
    'constructor[prototype][role]',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
  ]
  const claims = ['role', 'userRole', 'user_role', 'emailVerified', 'memberStatus', 'ownerId', 'companyId', 'personId']
  const fields = [...odd, ...odd, ...claims].map((name) => [name, 'admin'] as const)
  const pages = [
    ['', '/auth', 'login'],
    ['', '/?index', 'contact'],
    ['boende', '/dashboard/account?index', 'save-profile'],
    ['boende', '/dashboard/account/security', 'change-password'],
    ['boende', '/dashboard/customer/points', 'redeem'],
    ['foretag', '/dashboard/provider/company', 'save-company'],
    ['foretag', '/season/apply', ''],
    ['admin', '/dashboard/admin/settings', 'save-banner'],
    ['admin', '/dashboard/admin/payments', 'mark-paid'],
  ] as const
  for (const [who, page, intent] of pages) {
    const [path = '', query] = page.split('?')
    const asData = `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
    for (const address of [page, asData]) {
      const form = [...(intent ? [['intent', intent] as const] : []), ...fields]
      const { status } = await besieged.ask({ path: address, method: 'POST', cookie: cookies[who] ?? '', form })
      expect(status, `${who} ${address}`).toBeLessThan(500)
    }
  }
  const { rows } = await besieged.database.pool.query(
    `select count(*)::int as admins from profiles where user_role = 'admin'`,
  )
  expect(rows).toEqual([{ admins: 1 }])
})

test('a single-fetch request that names its routes is guarded for each of them', async () => {
  const routes = {
    '/dashboard/admin': 'admin/pages/overview',
    '/dashboard/admin/users': 'people/pages/people',
    '/dashboard/admin/outbox': 'notifications/office/pages/outbox',
    '/dashboard/admin/audit': 'admin/pages/audit',
    '/dashboard/admin/alarms': 'alarms/operator/pages/admin-alarms',
    '/dashboard/provider/alarms': 'alarms/partner/pages/partner-alarms',
    '/dashboard/provider/guards': 'guards/own/pages/own-guards',
    '/vakt/larm': 'alarms/partner/pages/guard-alarms',
  }
  for (const [page, id] of Object.entries(routes)) {
    for (const asked of [id, `${id},root`, `constructor,${id}`, `root,${id},${id}`]) {
      for (const cookie of ['', cookies.boende ?? '']) {
        const { status, body } = await besieged.ask({
          path: `${page}.data?_routes=${encodeURIComponent(asked)}`,
          cookie,
        })
        expect(status === 202 || status === 403 || status === 404, `${page} ${asked}: ${status}`).toBe(true)
        if (status === 202) expect(body).toContain('SingleFetchRedirect')
      }
    }
  }
})

test('a .data address that the router would read as the parent page returns 404', async () => {
  for (const path of ['/.data', '/dashboard/admin/_.data', '/dashboard/customer/safety/_.data']) {
    const cookie = cookies.admin ?? ''
    expect((await besieged.ask({ path, cookie })).status, path).toBe(404)
    const form = [['intent', 'raise']] as const
    expect((await besieged.ask({ path, method: 'POST', cookie, form })).status, path).toBe(404)
  }
})

test('no admin page contains a secret link, a code or a password hash', async () => {
  await besieged.ask({ path: '/auth/recover', method: 'POST', form: [['email', 'granne01@demo.example']] })
  await besieged.ask({
    path: '/dashboard/account?index',
    method: 'POST',
    cookie: cookies.boende ?? '',
    form: [['intent', 'send-code']],
  })
  const opens = /nyckel=[\w-]{20,}|token=[\w%-]{20,}|\/larm\/[\w-]{22,}|\b\d{6} är din kod|\$argon2|kod ?#\d{6}/
  const waiting = [
    '',
    '/outbox',
    '/outbox/replies',
    '/audit',
    '/users',
    '/users/export',
    '/companies',
    '/alarms',
    '/messages',
  ]
    .map((page) => `/dashboard/admin${page}`)
    .concat('/dashboard/account/export')
  const seen = new Set<string>()
  for (let path = waiting.shift(); path !== undefined && seen.size < 90; path = waiting.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const address of path.includes('export') ? [path] : [path, path.replace(/\?|$/, (sign) => `.data${sign}`)]) {
      const { status, body } = await besieged.ask({ path: address, cookie: cookies.admin ?? '' })
      expect(status, address).toBeLessThan(500)
      expect(opens.exec(body)?.[0], address).toBeUndefined()
      if (address !== path) continue
      for (const [, found = ''] of body.matchAll(
        /href="(\/dashboard\/admin\/(?:outbox|users|alarms)\/[0-9a-f-]{36})"/g,
      ))
        waiting.push(found)
    }
  }
  expect(seen.size).toBeGreaterThan(30)
})

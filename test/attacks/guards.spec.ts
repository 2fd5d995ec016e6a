import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { demo, logInBy, newEmail } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { guardCompany, sendGuardLink } from '../support/browser/guard-journey'

/** Pages and forms of guards and shifts, tried by everybody else. */

type Visitor = APIRequestContext
const noRedirects = { maxRedirects: 0 }
/** The form behind a guard's personal link. */
const opening = (nyckel: string) => ({ intent: 'open', nyckel })

const visit = (playwright: PlaywrightWorkerArgs['playwright'], baseURL: string | undefined): Promise<Visitor> =>
  playwright.request.newContext({ baseURL: baseURL ?? '' })

async function signUpCompany(visitor: Visitor) {
  const form = {
    ...{ intent: 'company', email: newEmail(), password: 'gullviva62', phone: '0701740699', terms: 'on' },
    ...{ companyName: 'Främling AB', orgNumber: '1', category: 'other', address: 'Vägen 1' },
  }
  expect((await visitor.post('/signup?role=company', { form, ...noRedirects })).status()).toBe(302)
}

/** Ids of the demo's guards, read as their own company. */
async function guardIds(owner: Visitor): Promise<string[]> {
  const page = await (await owner.get('/dashboard/provider/guards')).text()
  return [
    ...new Set([...page.matchAll(/\/dashboard\/provider\/guards\/([0-9a-f-]{36})/g)].map((found) => found[1] ?? '')),
  ]
}

test('nobody but its own company can read or change a guard', async ({ playwright, baseURL }) => {
  const owner = await visit(playwright, baseURL)
  await logInBy(owner, guardCompany)
  const [id = ''] = await guardIds(owner)
  expect(id).not.toBe('')
  const door = `/dashboard/provider/guards/${id}`
  const forms: Record<string, string>[] = [
    { intent: 'change-guard', name: 'Kapad', phone: '0701740699' },
    { intent: 'renew-link' },
    { intent: 'revoke-link' },
    { intent: 'send-code' },
    { intent: 'prove-phone', code: '000000' },
    { intent: 'on-duty', hours: '8' },
    { intent: 'off-duty' },
    { intent: 'remove-guard' },
  ]
  const before = await (await owner.get(door)).text()

  const nobody = await visit(playwright, baseURL)
  const member = await visit(playwright, baseURL)
  await logInBy(member, demo.member)
  const stranger = await visit(playwright, baseURL)
  await signUpCompany(stranger)
  const guard = await visit(playwright, baseURL)
  await guard.post('/vakt/in', { form: opening(await sendGuardLink()), ...noRedirects })
  for (const [visitor, expected] of [
    [nobody, 302],
    [guard, 302],
    [member, 302],
    [stranger, 403],
  ] as const) {
    expect((await visitor.get(door, noRedirects)).status()).toBe(expected)
    for (const form of forms) {
      for (const path of [door, '/dashboard/provider/guards']) {
        const status = (await visitor.post(path, { form: { ...form, id }, ...noRedirects })).status()
        expect([302, 400, 403, 404], `${form.intent} at ${path}`).toContain(status)
      }
    }
  }
  const words = (html: string) => html.replace(/nonce="[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
  const names = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]
  const after = await (await owner.get(door)).text()
  expect(names(after)).toBe(names(before))
  for (const mark of ['Nås av larm nu', 'Skickad', '070-174']) {
    expect(words(after).includes(mark)).toBe(words(before).includes(mark))
  }
})

test('a guard’s link lets nobody in by GET, with a wrong secret, from another site or in a second browser @long', async ({
  playwright,
  baseURL,
}) => {
  const secret = await sendGuardLink()
  const scanner = await visit(playwright, baseURL)
  const looked = await scanner.get(`/vakt/in?nyckel=${secret}`)
  expect(looked.headers()['set-cookie'] ?? '').not.toContain('vakt=')
  expect(await (await scanner.get('/vakt')).text()).toContain('Öppna länken i ditt SMS')
  for (const nyckel of ['', 'x', secret.toUpperCase(), `${secret} `, "' or '1'='1"]) {
    for (const intent of ['open', 'new-link']) {
      expect((await scanner.post('/vakt/in', { form: { intent, nyckel }, ...noRedirects })).status()).toBe(422)
    }
  }
  // CSRF: another site's form cannot bind a browser to a guard.
  const foreign = await scanner.post('/vakt/in', {
    form: opening(secret),
    headers: { Origin: 'https://evil.test' },
    ...noRedirects,
  })
  expect(foreign.status()).toBe(403)
  // Link scanners have opened the link ten times with GET, and it still works for the guard's browser; afterwards for
  // no other.
  for (let look = 0; look < 10; look++) await (await visit(playwright, baseURL)).get(`/vakt/in?nyckel=${secret}`)
  const phone = await visit(playwright, baseURL)
  const entered = await phone.post('/vakt/in', { form: opening(secret), ...noRedirects })
  expect(entered.headers()['set-cookie']).toMatch(/vakt=[^;]+;.*HttpOnly.*SameSite=Lax/)
  for (const late of [scanner, await visit(playwright, baseURL)]) {
    const refused = await late.post('/vakt/in', { form: opening(secret), ...noRedirects })
    expect(refused.status()).toBe(422)
    expect(refused.headers()['set-cookie'] ?? '').not.toContain('vakt=')
    expect(await refused.text()).toContain('Skicka en ny länk till mitt nummer')
    expect((await late.get('/vakt/larm', noRedirects)).status()).toBe(302)
  }
  expect((await phone.get('/vakt/larm', noRedirects)).status()).toBe(200)
})

test('a guard’s pages redirect everybody without a link, and return 404 to a guard for unknown shifts @long', async ({
  playwright,
  baseURL,
}) => {
  const guard = await visit(playwright, baseURL)
  await guard.post('/vakt/in', { form: opening(await sendGuardLink()), ...noRedirects })
  const home = await (await guard.get('/vakt')).text()
  const shift = /\/vakt\/pass\/([0-9a-f-]{36})/.exec(home)?.[1] ?? ''
  expect(shift).not.toBe('')
  const doors: { path: string; form: Record<string, string> }[] = [
    { path: '/vakt', form: { intent: 'on-duty', hours: '8' } },
    { path: `/vakt/pass/${shift}`, form: { intent: 'check-in' } },
    { path: `/vakt/pass/${shift}`, form: { intent: 'stop', key: randomUUID() } },
    { path: `/vakt/stopp/${shift}`, form: { key: randomUUID(), waited: '0' } },
  ]
  const forged = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { Cookie: `vakt=${Buffer.from(JSON.stringify('x')).toString('base64')}` },
  })
  const owner = await visit(playwright, baseURL)
  await logInBy(owner, guardCompany)
  for (const visitor of [await visit(playwright, baseURL), forged, owner]) {
    expect((await visitor.get(`/vakt/pass/${shift}`, noRedirects)).status()).toBe(302)
    for (const { path, form } of doors) {
      const answer = await visitor.post(path, { form, ...noRedirects })
      expect(answer.status()).toBe(302)
      expect(answer.headers().location).toBe('/vakt')
    }
  }
  for (const id of [randomUUID(), 'x', '%27']) {
    expect((await guard.get(`/vakt/pass/${id}`)).status()).toBe(404)
    expect((await guard.post(`/vakt/stopp/${id}`, { form: { key: randomUUID() } })).status()).toBe(404)
  }
  // The guard's cookie gives access to nothing else.
  for (const path of ['/dashboard/provider/guards', '/dashboard/admin/patrols', '/dashboard/admin/coverage']) {
    expect((await guard.get(path, noRedirects)).status()).toBe(302)
  }
  // A position must have valid coordinates.
  for (const [latitude = '', longitude = ''] of [
    ['91', '0'],
    ['x', 'y'],
    ['1e999', '0'],
  ]) {
    const sent = await guard.post('/vakt', { form: { intent: 'share-position', latitude, longitude }, ...noRedirects })
    expect(sent.status()).toBe(422)
  }
})

test('the admin pages of patrols and coverage redirect partners and members @long', async ({ playwright, baseURL }) => {
  for (const email of [guardCompany, demo.member]) {
    const visitor = await visit(playwright, baseURL)
    await logInBy(visitor, email)
    for (const path of ['/dashboard/admin/patrols', '/dashboard/admin/patrols/12540', '/dashboard/admin/coverage']) {
      expect((await visitor.get(path, noRedirects)).status()).toBe(302)
      const form = { intent: 'assign-shift', shift: randomUUID(), company: '' }
      expect([302, 405]).toContain((await visitor.post(path, { form, ...noRedirects })).status())
    }
  }
})

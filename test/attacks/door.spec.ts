import { expect } from '@playwright/test'
import { newEmail } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

const company = (email: string) => ({
  intent: 'company',
  companyName: 'Attack AB',
  orgNumber: '1',
  category: 'other',
  address: 'Vägen 1',
  phone: '0701740699',
  email,
  password: 'gullviva62',
  terms: 'on',
})
const member = (email: string) => ({
  intent: 'member',
  name: 'Prov',
  phone: '0701740698',
  email,
  password: 'gullviva62',
  terms: 'on',
})

test('a cross-site POST is refused with 403 (CSRF)', async ({ request }) => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) {
    const answer = await request.post('/auth', { headers, form: { intent: 'login' }, maxRedirects: 0 })
    expect(answer.status()).toBe(403)
    expect(answer.headers()['content-security-policy']).toBeDefined()
  }
})

test('every answer carries the security headers, errors included', async ({ request }) => {
  for (const address of ['/', '/finns-inte', '/halsa', '/favicon.svg', '/dashboard', '/company/x', '/session']) {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers()
    expect(headers['content-security-policy'], address).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options'], address).toBe('nosniff')
    expect(headers['referrer-policy'], address).toBe('strict-origin-when-cross-origin')
    expect(headers['x-powered-by'], address).toBeUndefined()
  }
})

test('every inline script carries the nonce, which is new in each answer', async ({ request }) => {
  const nonces = new Set<string>()
  for (const address of ['/api', '/vakt', '/far-veta?nyckel=x']) {
    const answer = await request.get(address)
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    nonces.add(nonce)
    const scripts = (await answer.text()).match(/<script(?![^>]*ld\+json)[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  }
  expect(nonces.size).toBe(3)
})

test('plain pages have no inline script, and their CSP allows none', async ({ request }) => {
  for (const address of ['/', '/auth', '/finns-inte', '/auth?redirectTo=</script><script>alert(1)</script>']) {
    const answer = await request.get(address)
    expect(answer.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
    const scripts = (await answer.text()).match(/<script(?![^>]*ld\+json)[^>]*>/g) ?? []
    expect(scripts).toEqual([expect.stringMatching(/ src="\/assets\//)])
  }
})

test('a return address on another site or at /logout leads to /dashboard (open redirect)', async ({ request }) => {
  for (const redirectTo of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/logout']) {
    const form = { ...member(newEmail()), intent: 'register', redirectTo }
    const answer = await request.post('/auth', { form, maxRedirects: 0 })
    expect(answer.headers().location).toBe('/dashboard')
  }
})

test('a sign-up cannot choose the role of admin', async ({ playwright, baseURL }) => {
  const asked: Record<string, string>[] = [{ role: 'admin' }, { user_role: 'admin' }, { userRole: 'admin' }]
  for (const extra of asked) {
    const browser = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await browser.post('/signup?role=admin', { form: { ...member(newEmail()), ...extra }, maxRedirects: 0 })
    const home = await browser.get('/dashboard', { maxRedirects: 0 })
    expect(home.headers().location).toBe('/dashboard/customer')
    expect((await browser.get('/dashboard/admin', { maxRedirects: 0 })).headers().location).toBe('/dashboard')
    await browser.dispose()
  }
})

test('invalid input is refused with a message and creates no account', async ({ request }) => {
  const cases: [Record<string, string>, string][] = [
    [{ companyName: 'x'.repeat(100_000) }, 'Det får vara högst 200 tecken'],
    [{ phone: 'abc' }, 'Skriv ett telefonnummer'],
    [{ email: 'a@exempel.se\nBcc: b@exempel.se' }, 'Skriv en e-postadress'],
    [{ category: 'admin' }, 'Välj en kategori'],
    [{ plan: 'gratis' }, 'Välj ett paket'],
    [{ terms: '' }, 'Du måste godkänna villkoren'],
    [{ postcode: '1254' }, 'Ett postnummer har fem siffror'],
    [{ companyName: 'a\u0007b' }, 'Skriv på en rad'],
  ]
  for (const [wrong, message] of cases) {
    const email = newEmail()
    const answer = await request.post('/signup', { form: { ...company(email), ...wrong }, maxRedirects: 0 })
    expect(answer.status()).toBe(422)
    expect(await answer.text()).toContain(message)
    const logIn = await request.post('/auth', {
      form: { intent: 'login', email, password: 'gullviva62' },
      maxRedirects: 0,
    })
    expect(logIn.status()).toBe(422)
  }
})

test('sign-ups with one address at the same moment create one account', async ({ request }) => {
  const email = newEmail()
  const answers = await Promise.all(
    [1, 2, 3].map(() => request.post('/signup', { form: member(email), maxRedirects: 0 })),
  )
  expect(answers.map((answer) => answer.status()).sort()).toEqual([302, 422, 422])
})

test('a body that is too large is refused with 413', async ({ request }) => {
  const answer = await request.post('/auth', {
    form: { intent: 'login', email: 'x'.repeat(3_000_000) },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(413)
})

test("the auth library's own endpoints return 404", async ({ request }) => {
  for (const address of ['/api/auth/sign-up/email', '/api/auth/update-user', '/api/auth/get-session']) {
    expect((await request.post(address, { data: {} })).status()).toBe(404)
  }
})

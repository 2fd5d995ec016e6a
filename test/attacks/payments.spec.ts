import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { demo, logInBy, newEmail } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

/** Charges, payments and receipts, tried by everybody whose they are not. */

const noRedirects = { maxRedirects: 0 }

async function visitor(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string | undefined,
): Promise<APIRequestContext> {
  return playwright.request.newContext({ baseURL: baseURL ?? '' })
}

async function signUp(browser: APIRequestContext, role: 'member' | 'company') {
  const shared = { intent: role, email: newEmail(), password: 'gullviva62', phone: '0701740699', terms: 'on' }
  const form =
    role === 'member'
      ? { ...shared, name: 'Siv Snoken' }
      : { ...shared, companyName: 'Snoken AB', orgNumber: '1', category: 'other', address: 'Vägen 1' }
  expect((await browser.post(`/signup?role=${role}`, { form, ...noRedirects })).status()).toBe(302)
}

/** The id of Alva's open charge: her trial is nearly over. */
async function chargeOfAlva(alva: APIRequestContext) {
  const page = await (await alva.get('/dashboard/customer/membership')).text()
  const id = /\/dashboard\/pay\/([0-9a-f-]{36})/.exec(page)?.[1] ?? ''
  expect(id).not.toBe('')
  return id
}

test('another account’s charge and receipt return 404, and redirect to the login when logged out', async ({
  playwright,
  baseURL,
}) => {
  const alva = await visitor(playwright, baseURL)
  await logInBy(alva, demo.member)
  const id = await chargeOfAlva(alva)
  expect((await alva.get(`/dashboard/pay/${id}`)).status()).toBe(200)

  for (const role of ['member', 'company'] as const) {
    const snoop = await visitor(playwright, baseURL)
    await signUp(snoop, role)
    const doors = [
      `/dashboard/pay/${id}`,
      ...[1001, 1002, 1003, 1004, 1005].flatMap((number) => [
        `/dashboard/receipts/${number}`,
        `/dashboard/receipts/${number}/pdf`,
      ]),
    ]
    for (const door of doors) {
      const answer = await snoop.get(door, noRedirects)
      expect(answer.status(), door).toBe(404)
      expect(await answer.text()).not.toContain('KV1')
    }
    const forged: [Record<string, string>, number][] = [
      [{ intent: 'pay-by-card', key: randomUUID() }, 404],
      [{ intent: 'swish-here' }, 404],
      [{ intent: 'swish-by-number', phone: '0701740699' }, 404],
      [{ intent: 'answer-for-phone', says: 'yes' }, 404],
      // A form that this page does not have.
      [{ intent: 'mark-paid', charge: id, status: 'paid', amount: '0' }, 400],
    ]
    for (const [form, status] of forged) {
      expect((await snoop.post(`/dashboard/pay/${id}`, { form, ...noRedirects })).status()).toBe(status)
    }
    await snoop.dispose()
  }
  const nobody = await visitor(playwright, baseURL)
  for (const door of [
    `/dashboard/pay/${id}`,
    '/dashboard/receipts/1001',
    '/dashboard/receipts/1001/pdf',
    '/dashboard/provider/earnings/2026-11/csv',
  ]) {
    const answer = await nobody.get(door, noRedirects)
    expect([answer.status(), answer.headers().location], door).toEqual([302, expect.stringContaining('/auth')])
  }
})

test('a member cannot pay or change status by forged form fields', async ({ playwright, baseURL }) => {
  const snoop = await visitor(playwright, baseURL)
  await signUp(snoop, 'member')
  const before = await (await snoop.get('/dashboard/customer/membership')).text()
  const forged: Record<string, string>[] = [
    { intent: 'mark-paid', charge: randomUUID() },
    { intent: 'return', status: 'active', memberId: randomUUID(), coveredUntil: '2099-01-01' },
    { intent: 'stay', status: 'free', member_status: 'free' },
    { intent: 'subscribe-by-card', key: randomUUID(), amount: '1' },
    { intent: 'change-card', customer: 'cus_1' },
    { intent: 'no-such' },
  ]
  for (const form of forged) {
    const { status } = {
      status: (await snoop.post('/dashboard/customer/membership', { form, ...noRedirects })).status(),
    }
    expect([302, 400, 404, 422], form.intent).toContain(status)
  }
  const after = await (await snoop.get('/dashboard/customer/membership')).text()
  const titleOf = (html: string) => /Du provar gratis till[^<]*/.exec(html)?.[0]
  expect(titleOf(after)).toBe(titleOf(before))
  expect(titleOf(after)).toBeDefined()
})

test('the admin pages of payments redirect members and companies, and book nothing', async ({
  playwright,
  baseURL,
}) => {
  const alva = await visitor(playwright, baseURL)
  await logInBy(alva, demo.member)
  const id = await chargeOfAlva(alva)
  const company = await visitor(playwright, baseURL)
  await logInBy(company, demo.company)
  for (const snoop of [alva, company]) {
    const forged: Record<string, string>[] = [
      { intent: 'mark-paid', charge: id },
      { intent: 'mark-paid', only: id },
      { intent: 'pay-out', refund: randomUUID() },
      { intent: 'see-event', event: 'evt_1' },
      { intent: 'see-swish', request: randomUUID() },
    ]
    for (const form of forged) {
      const answer = await snoop.post('/dashboard/admin/payments', { form, ...noRedirects })
      expect([answer.status(), answer.headers().location]).toEqual([302, '/dashboard'])
    }
    const multipart = {
      intent: 'import-bank-file',
      file: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Datum;Belopp\n2026-11-20;39,00\n') },
    }
    expect((await snoop.post('/dashboard/admin/payments', { multipart, ...noRedirects })).headers().location).toBe(
      '/dashboard',
    )
    for (const page of [`files/${id}`, 'books', 'books/2026/sie']) {
      expect((await snoop.get(`/dashboard/admin/payments/${page}`, noRedirects)).headers().location).toBe('/dashboard')
    }
  }
  expect(await (await alva.get(`/dashboard/pay/${id}`)).text()).toContain('Betala medlemskapet')
})

test('the card webhook refuses unsigned events, GET and too large bodies when there is no card provider', async ({
  playwright,
  baseURL,
}) => {
  const nobody = await visitor(playwright, baseURL)
  const event = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } })
  expect((await nobody.get('/webhooks/stripe')).status()).toBeGreaterThanOrEqual(400)
  const signatures: Record<string, string>[] = [{}, { 'stripe-signature': 't=1,v1=00' }, { 'stripe-signature': '' }]
  for (const headers of signatures) {
    expect((await nobody.post('/webhooks/stripe', { data: event, headers })).status()).toBe(400)
  }
  expect((await nobody.post('/webhooks/stripe', { data: 'x'.repeat(1_100_000) })).status()).toBe(413)
})

test('a forged Swish callback marks nothing as paid and reveals nothing', async ({ playwright, baseURL }) => {
  const alva = await visitor(playwright, baseURL)
  await logInBy(alva, demo.member)
  const id = await chargeOfAlva(alva)
  const nobody = await visitor(playwright, baseURL)
  const lie = { id, status: 'PAID', amount: 39, payeePaymentReference: 'KV1000017', errorCode: null }
  for (const named of [id, randomUUID(), 'constructor', '%00']) {
    const answer = await nobody.post(`/webhooks/swish/${named}`, { data: lie, ...noRedirects })
    expect([200, 404]).toContain(answer.status())
    expect(await answer.text()).not.toContain('KV')
  }
  expect((await nobody.get(`/webhooks/swish/${id}`, noRedirects)).status()).toBe(405)
  expect(await (await alva.get(`/dashboard/pay/${id}`)).text()).toContain('Betala medlemskapet')
})

test('the statement of an invalid month returns 404 to a company, and a member is redirected', async ({
  playwright,
  baseURL,
}) => {
  const company = await visitor(playwright, baseURL)
  await logInBy(company, demo.company)
  for (const month of ['2026-13', 'x', '2026-11-01', '../../x']) {
    expect((await company.get(`/dashboard/provider/earnings/${month}/csv`, noRedirects)).status()).toBe(404)
  }
  const member = await visitor(playwright, baseURL)
  await logInBy(member, demo.member)
  expect((await member.get('/dashboard/provider/earnings/2026-11/pdf', noRedirects)).headers().location).toBe(
    '/dashboard',
  )
})

import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { newEmail, newPostcode } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

/** Everything in a booking request that the member must not decide, and every page of another. */

type Browser = APIRequestContext
type Form = Record<string, string>
const noRedirects = { maxRedirects: 0 }
const bookPage = '/dashboard/customer/book'

const browser = (playwright: PlaywrightWorkerArgs['playwright'], baseURL: string | undefined): Promise<Browser> =>
  playwright.request.newContext({ baseURL: baseURL ?? '' })

async function signUp(visitor: Browser, role: 'company' | 'member', name: string, postcode: string) {
  const shared = { intent: role, email: newEmail(), password: 'gullviva62', phone: '0701740699', terms: 'on', postcode }
  const form =
    role === 'member'
      ? { ...shared, name }
      : { ...shared, companyName: name, orgNumber: '1', category: 'other', address: 'Vägen 1' }
  expect((await visitor.post(`/signup?role=${role}`, { form, ...noRedirects })).status()).toBe(302)
}

const allDay: Form = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
    [`opens-${day}-1`, '00:00'],
    [`closes-${day}-1`, '23:59'],
  ]),
)

/** A company that is always open, with a service for 1 000 kr an hour. */
async function openCompany(owner: Browser, name: string, postcode: string): Promise<string> {
  await signUp(owner, 'company', name, postcode)
  const id = randomUUID()
  const portal = '/dashboard/provider'
  const service = {
    intent: 'create-service',
    id,
    title: `Städning ${name}`,
    category: 'other',
    price: '1000',
    hours: '1',
  }
  for (const [path, form] of [
    [`${portal}/services/new`, { ...service, notice: '0' }],
    [`${portal}/company/hours`, { intent: 'save-hours', ...allDay }],
  ] as const) {
    expect((await owner.post(path, { form, ...noRedirects })).status(), path).toBe(302)
  }
  return id
}

/** The first free start of a day and the terms, as the page offers them. */
async function offerOn(member: Browser, service: string, day: string): Promise<{ start: string; seen: string }> {
  const page = await (await member.get(`${bookPage}?service=${service}&day=${day}`)).text()
  const start = /name="start"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? /value="([^"]+)"[^>]*name="start"/.exec(page)?.[1]
  expect(start, 'the page offers no time').toBeTruthy()
  const seen = /name="seen"[^>]*value="([^"]+)"/.exec(page)?.[1]
  expect(seen, 'the page says no price').toBe('90000 60 24 customer')
  return { start: start ?? '', seen: seen ?? '' }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** All bookings of the company with their amounts, as CSV. */
const rows = async (owner: Browser) => (await owner.get('/dashboard/provider/bookings/export')).text()

test('a booking form cannot set a price, state or owner, book what is not offered, or reach another’s booking @long', async ({
  playwright,
  baseURL,
}) => {
  const [owner, member, rival, far, stranger] = await Promise.all(
    Array.from({ length: 5 }, () => browser(playwright, baseURL)),
  )
  if (!owner || !member || !rival || !far || !stranger) throw new Error('unreachable')
  const [here, elsewhere] = [newPostcode(), newPostcode()]
  const service = await openCompany(owner, `Måltavlan ${randomUUID().slice(0, 8)}`, here)
  const farService = await openCompany(far, 'Långt bort AB', elsewhere)
  await openCompany(rival, 'Rivalen AB', here)
  await signUp(member, 'member', 'Listig Granne', here)

  const day = inDays(3)
  const { start, seen } = await offerOn(member, service, day)
  const honest: Form = { key: randomUUID(), service, day, start, seen, early: 'on', address: 'Provgatan 1' }
  const book = (visitor: Browser, form: Form) => visitor.post(bookPage, { form, ...noRedirects })

  // Refused or redirected: nothing is written.
  const empty = await rows(owner)
  const hour = 3_600_000
  const refused: [string, Form][] = [
    ['a past time', { ...honest, start: new Date(Date.now() - 24 * hour).toISOString(), day: inDays(-1) }],
    ['between two times', { ...honest, start: new Date(Date.parse(start) + 60_000).toISOString() }],
    ['in two years', { ...honest, start: new Date(Date.parse(start) + 730 * 24 * hour).toISOString() }],
    ["another postcode's service", { ...honest, service: farService }],
    ['a service that is none', { ...honest, service: randomUUID() }],
    ['no time at all', { key: randomUUID(), service, day, seen }],
    ['SQL for a service', { ...honest, service: `${service}' or '1'='1` }],
    ['no key', { ...honest, key: '' }],
    ['a price that was never shown', { ...honest, seen: '1 60 24 customer' }],
    ['no price', { ...honest, seen: '' }],
    ['no word on an early start', { ...honest, early: '' }],
    ['nowhere to come to', { ...honest, address: ' ' }],
  ]
  for (const [what, form] of refused) expect((await book(member, form)).status(), what).toBe(422)
  const turnedAway = await book(stranger, honest)
  expect([turnedAway.status(), turnedAway.headers().location]).toEqual([302, expect.stringMatching(/^\/auth\?/)])
  for (const visitor of [owner, rival]) {
    const answer = await book(visitor, honest)
    expect([answer.status(), answer.headers().location], 'a company books').toEqual([302, '/dashboard'])
  }
  const pause = { intent: 'pause-service', id: service }
  expect((await owner.post('/dashboard/provider/services', { form: pause, ...noRedirects })).status()).toBe(302)
  expect((await book(member, honest)).status(), 'a paused service').toBe(422)
  const resume = { intent: 'resume-service', id: service }
  expect((await owner.post('/dashboard/provider/services', { form: resume, ...noRedirects })).status()).toBe(302)
  expect(await rows(owner)).toBe(empty)

  // Booked, but without the forged fields.
  const greedy: Form = {
    ...honest,
    price: '1',
    base_price_cents: '1',
    price_list_cents: '1',
    discount_cents: '100000',
    amount_customer_pays_cents: '0',
    amount_to_provider_cents: '0',
    status: 'completed',
    lane: '2',
    company_id: randomUUID(),
    customer_id: randomUUID(),
    postcode: elsewhere,
  }
  expect((await book(member, greedy)).status()).toBe(302)
  const booked = await rows(owner)
  const lines = booked.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Listig Granne')
  expect(lines[0]).toContain(';1000,00;100,00;900,00;50,00;850,00;')
  expect(lines[0]).not.toContain('Genomförd')

  // Idempotent: sent again, and by another member with the same key, there is still one booking.
  expect((await book(member, greedy)).status()).toBe(302)
  const other = await browser(playwright, baseURL)
  await signUp(other, 'member', 'Annan Granne', here)
  expect((await book(other, honest)).status()).toBe(422)
  expect(await rows(owner)).toBe(booked)

  // Only the two sides can see it, and the member cannot perform the company's deeds.
  const id = lines[0]?.split(';').at(-1) ?? ''
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const deeds: Form[] = ['confirm', 'decline', 'complete', 'no-show', 'take-back', 'cancel'].map((intent) => ({
    intent,
    id,
    understood: 'on',
  }))
  deeds.push({ intent: 'answer', id, answer: 'yes' }, { intent: 'propose', id, start })
  for (const form of deeds) {
    for (const [visitor, path] of [
      [rival, `/dashboard/provider/bookings/${id}`],
      [far, `/dashboard/provider/bookings/${id}`],
      [other, `/dashboard/customer/bookings/${id}`],
    ] as const) {
      // 400: a member's page has no such form.
      const status = (await visitor.post(path, { form, ...noRedirects })).status()
      expect(visitor === other ? [400, 404] : [404], `${form.intent} at ${path}`).toContain(status)
    }
    for (const [visitor, path, away] of [
      [member, `/dashboard/provider/bookings/${id}`, /^\/dashboard$/],
      [owner, `/dashboard/customer/bookings/${id}`, /^\/dashboard$/],
      [stranger, `/dashboard/customer/bookings/${id}`, /^\/auth\?/],
    ] as const) {
      const answer = await visitor.post(path, { form, ...noRedirects })
      expect(answer.headers().location, `${form.intent} at ${path}`).toMatch(away)
    }
  }
  for (const intent of ['confirm', 'decline', 'complete', 'no-show', 'take-back']) {
    const answer = await member.post(`/dashboard/customer/bookings/${id}`, { form: { intent, id }, ...noRedirects })
    expect([400, 404, 422], `a member's ${intent}`).toContain(answer.status())
  }
  expect((await rival.get(`/dashboard/provider/bookings/${id}`, noRedirects)).status()).toBe(404)
  expect((await other.get(`/dashboard/customer/bookings/${id}`, noRedirects)).status()).toBe(404)
  expect(await rows(rival)).not.toContain('Listig')
  expect(await rows(owner)).toBe(booked)
})

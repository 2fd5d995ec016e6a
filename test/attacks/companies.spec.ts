import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { newEmail } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { heic, html, pngOfSize, svgWithScript, twoColours, withGps } from '../support/pictures'

/** Every page and form of a company's portal, tried by everybody else. */

type Browser = APIRequestContext
type Doors = { path: string; form: Record<string, string> }[]
const noRedirects = { maxRedirects: 0 }
const base = '/dashboard/provider'
const logoDoor = `${base}/company/logo`
const photoDoor = `${base}/company/photos`

async function browser(playwright: PlaywrightWorkerArgs['playwright'], baseURL: string | undefined): Promise<Browser> {
  return playwright.request.newContext({ baseURL: baseURL ?? '' })
}

async function signUp(visitor: Browser, role: 'company' | 'member', name: string) {
  const shared = { intent: role, email: newEmail(), password: 'gullviva62', phone: '0701740699', terms: 'on' }
  const form =
    role === 'member'
      ? { ...shared, name }
      : { ...shared, companyName: name, orgNumber: '1', category: 'other', address: 'Vägen 1' }
  expect((await visitor.post(`/signup?role=${role}`, { form, ...noRedirects })).status()).toBe(302)
}

const picture = (buffer: Buffer, name = 'logo.png', mimeType = 'image/png') => ({
  intent: 'save-logo',
  picture: { name, mimeType, buffer },
})

const photo = (buffer: Buffer, given: { id?: string; alt?: string; name?: string } = {}) => ({
  intent: 'add-photo',
  id: given.id ?? randomUUID(),
  alt: given.alt ?? 'Hemlig bild',
  picture: { name: given.name ?? 'bild.png', mimeType: 'image/png', buffer },
})

/** A company with one of everything, and the ids that others will try. */
async function furnished(visitor: Browser, name: string) {
  await signUp(visitor, 'company', name)
  const [serviceId, offerId] = [randomUUID(), randomUUID()]
  const done: Doors = [
    {
      path: `${base}/services/new`,
      form: {
        intent: 'create-service',
        id: serviceId,
        title: 'Hemlig tjänst',
        category: 'other',
        price: '500',
        hours: '1',
      },
    },
    {
      path: `${base}/offers`,
      form: { intent: 'create-offer', id: offerId, title: 'Hemligt pris', from: '2099-01-01', to: '2099-01-02' },
    },
    { path: `${base}/company/hours`, form: { intent: 'save-hours', 'opens-1-1': '08:00', 'closes-1-1': '17:00' } },
  ]
  const nextYear = new Date().getFullYear() + 1
  const days = (month: string) => ({ from: `${nextYear}-${month}-01`, to: `${nextYear}-${month}-02` })
  Object.assign(done[1]?.form ?? {}, days('01'))
  done.push({
    path: `${base}/company/hours`,
    form: { intent: 'add-closed-days', ...days('07'), reason: 'Hemlig resa' },
  })
  for (const { path, form } of done)
    expect((await visitor.post(path, { form, ...noRedirects })).status(), form.intent).toBe(302)
  expect(
    (await visitor.post(logoDoor, { multipart: picture(await twoColours(300, 300)), ...noRedirects })).status(),
  ).toBe(302)
  const photoId = randomUUID()
  const house = await twoColours(400, 300)
  for (const [door, id] of [
    [photoDoor, photoId],
    [`${base}/services/${serviceId}/photo`, randomUUID()],
  ] as const) {
    expect((await visitor.post(door, { multipart: photo(house, { id }), ...noRedirects })).status()).toBe(302)
  }
  const hours = await (await visitor.get(`${base}/company/hours`)).text()
  const closedId = /name="id" value="([0-9a-f-]{36})"/.exec(hours)?.[1] ?? ''
  expect(closedId).not.toBe('')
  return { serviceId, offerId, closedId, photoId }
}

type Ids = Awaited<ReturnType<typeof furnished>>

const service = { title: 'Kapad', category: 'other', price: '1', hours: '1' }
const posts = ({ serviceId, offerId, closedId, photoId }: Ids): Doors => [
  ...[photoDoor, `${base}/services/${serviceId}/photo`].flatMap(
    (path): Doors => [
      { path, form: { intent: 'change-photo', id: photoId, alt: 'Kapad' } },
      { path, form: { intent: 'move-photo', id: photoId, direction: 'down' } },
      { path, form: { intent: 'remove-photo', id: photoId } },
    ],
  ),
  { path: `${base}/services/${serviceId}`, form: { intent: 'change-service', id: serviceId, ...service } },
  { path: `${base}/services/${serviceId}`, form: { intent: 'remove-service', id: serviceId } },
  { path: `${base}/services`, form: { intent: 'change-service', id: serviceId, ...service } },
  { path: `${base}/services`, form: { intent: 'pause-service', id: serviceId } },
  { path: `${base}/services`, form: { intent: 'resume-service', id: serviceId } },
  { path: `${base}/services`, form: { intent: 'move-service', id: serviceId, direction: 'up' } },
  { path: `${base}/services`, form: { intent: 'remove-service', id: serviceId } },
  { path: `${base}/services/new`, form: { intent: 'create-service', id: serviceId, ...service } },
  {
    path: `${base}/offers`,
    form: { intent: 'create-offer', id: offerId, title: 'Kapad', from: '2030-01-01', to: '2030-01-02' },
  },
  { path: `${base}/offers`, form: { intent: 'end-offer', id: offerId } },
  { path: `${base}/company/hours`, form: { intent: 'remove-closed-days', id: closedId } },
  { path: `${base}/company/hours`, form: { intent: 'save-hours', company_id: serviceId } },
  { path: `${base}/company/hours`, form: { intent: 'save-capacity', capacity: '9', company_id: serviceId } },
  { path: logoDoor, form: { intent: 'remove-logo', company_id: serviceId } },
]
const gets = ({ serviceId }: Ids) =>
  [
    'company',
    'company/hours',
    'company/logo',
    'company/photos',
    'services',
    `services/${serviceId}`,
    `services/${serviceId}/photo`,
    'services/new',
    'offers',
  ].map((page) => `${base}/${page}`)

/** What the owner sees on every page: text and field values, without keys that are new on each request. */
async function everything(owner: Browser, ids: Ids): Promise<string[]> {
  const pages = gets(ids).filter((path) => !path.endsWith('/new'))
  return Promise.all(
    pages.map(async (path) => {
      const main = /<main[\s\S]*<\/main>/.exec(await (await owner.get(path)).text())?.[0] ?? ''
      const written = [...main.matchAll(/name="(?!id")([^"]+)"[^>]*?value="([^"]*)"|src="(\/files\/[^"]+)"/g)].map(
        ([, ...parts]) => parts.join('='),
      )
      return [main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), ...written].join('\n')
    }),
  )
}

test('only the owner can read or change anything in a company’s portal @long', async ({ playwright, baseURL }) => {
  const [owner, rival, member, stranger] = [
    await browser(playwright, baseURL),
    await browser(playwright, baseURL),
    await browser(playwright, baseURL),
    await browser(playwright, baseURL),
  ]
  const name = `Måltavlan ${randomUUID().slice(0, 8)}`
  const ids = await furnished(owner, name)
  await signUp(rival, 'company', 'Rivalen AB')
  await signUp(member, 'member', 'Nyfiken Granne')
  const before = await everything(owner, ids)
  expect(before.join('\n')).toContain('Hemlig tjänst')

  for (const [actor, visitor, elsewhere] of [
    ['a member', member, /^\/dashboard$/],
    ['somebody signed out', stranger, /^\/auth\?redirectTo=/],
  ] as const) {
    for (const path of gets(ids)) {
      const answer = await visitor.get(path, noRedirects)
      expect(answer.status(), `${actor} reads ${path}`).toBe(302)
      expect(answer.headers().location, `${actor} reads ${path}`).toMatch(elsewhere)
    }
    for (const { path, form } of posts(ids)) {
      const answer = await visitor.post(path, { form, ...noRedirects })
      expect(answer.status(), `${actor} ${form.intent}`).toBe(302)
      expect(answer.headers().location, `${actor} ${form.intent}`).toMatch(elsewhere)
    }
    const upload = await visitor.post(logoDoor, { multipart: picture(await twoColours(300, 300)), ...noRedirects })
    expect(upload.headers().location, `${actor} uploads`).toMatch(elsewhere)
    const shown = await visitor.post(photoDoor, { multipart: photo(await twoColours(400, 300)), ...noRedirects })
    expect(shown.headers().location, `${actor} uploads`).toMatch(elsewhere)
  }

  for (const path of gets(ids)) {
    const answer = await rival.get(path, noRedirects)
    expect(answer.status(), `a rival reads ${path}`).toBe(path.includes(ids.serviceId) ? 404 : 200)
    expect(await answer.text(), `a rival reads ${path}`).not.toMatch(/Måltavlan|Hemlig/)
  }
  for (const { path, form } of posts(ids)) {
    const answer = await rival.post(path, { form, ...noRedirects })
    expect([302, 404, 422], `a rival ${form.intent}: ${answer.status()}`).toContain(answer.status())
  }
  expect(
    (await rival.post(logoDoor, { multipart: picture(await twoColours(300, 300)), ...noRedirects })).status(),
  ).toBe(302)
  const forged = await rival.post(`${base}/services/${ids.serviceId}/photo`, {
    multipart: photo(await twoColours(400, 300)),
    ...noRedirects,
  })
  expect(forged.status(), 'a rival’s picture of a service').toBe(404)
  expect(await everything(owner, ids)).toEqual(before)
})

test('an uploaded logo is re-encoded, or refused with a message at its field @long', async ({
  playwright,
  baseURL,
}) => {
  const owner = await browser(playwright, baseURL)
  await signUp(owner, 'company', 'Uppladdaren AB')
  const refused: [string, Buffer, string, string, string][] = [
    ['HTML named .jpg', html, 'logo.jpg', 'image/jpeg', 'Filen är ingen bild'],
    ['an SVG with a script', svgWithScript, 'logo.svg', 'image/svg+xml', 'Filen är ingen bild'],
    ['an SVG named .png', svgWithScript, 'logo.png', 'image/png', 'Filen är ingen bild'],
    ['30 000 x 30 000 pixels', pngOfSize(30_000, 30_000), 'logo.png', 'image/png', '40 miljoner bildpunkter'],
    ['half a JPEG', (await withGps()).subarray(0, 900), 'logo.jpg', 'image/jpeg', 'filen är trasig'],
    ['a HEIC', heic, 'IMG_1.HEIC', 'image/heic', 'HEIC kan vi inte läsa'],
    ['5.5 MB', Buffer.alloc(5_500_000, 1), 'logo.jpg', 'image/jpeg', 'större än 5 MB'],
  ]
  for (const [what, bytes, name, type, message] of refused) {
    const answer = await owner.post(logoDoor, { multipart: picture(bytes, name, type), ...noRedirects })
    expect(answer.status(), what).toBe(422)
    expect(await answer.text(), what).toContain(message)
  }
  const large = await owner.post(logoDoor, { multipart: picture(Buffer.alloc(20_000_000, 1)), ...noRedirects })
  expect(large.status()).toBe(413)
  expect(await large.text()).toContain('En bild får vara högst 5 MB')
  expect(await (await owner.get(logoDoor)).text()).toContain('Ingen logotyp än')

  const taken = await owner.post(logoDoor, {
    multipart: picture(await withGps(), '../../../etc/passwd', 'text/html'),
    ...noRedirects,
  })
  expect(taken.status()).toBe(302)
  const address = /src="(\/files\/[^"]+)"/.exec(await (await owner.get(logoDoor)).text())?.[1] ?? ''
  expect(address).toMatch(/^\/files\/[0-9a-f]{52}\.webp$/)
  const file = await owner.get(address)
  expect(file.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  const bytes = await file.body()
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(bytes.includes('HemligKamera') || bytes.includes('EXIF')).toBe(false)
})

test('a photo needs an alternative text and is re-encoded, and at most five are kept of seven sent at once @long', async ({
  playwright,
  baseURL,
}) => {
  const owner = await browser(playwright, baseURL)
  await signUp(owner, 'company', 'Visaren AB')
  const send = (multipart: ReturnType<typeof photo>) => owner.post(photoDoor, { multipart, ...noRedirects })
  const bytes = await withGps()
  for (const [what, sent, message] of [
    ['no text', photo(bytes, { alt: '' }), 'Skriv vad bilden visar'],
    ['an SVG named .png', photo(svgWithScript), 'Filen är ingen bild'],
    ['30 000 x 30 000 pixels', photo(pngOfSize(30_000, 30_000)), '40 miljoner bildpunkter'],
    ['5.5 MB', photo(Buffer.alloc(5_500_000, 1), { alt: 'Gräset' }), 'större än 5 MB'],
  ] as const) {
    const answer = await send(sent)
    expect(answer.status(), what).toBe(422)
    const page = await answer.text()
    expect(page, what).toContain(message)
    expect(page, what).toContain(`value="${sent.alt}"`)
  }
  const large = await send(photo(Buffer.alloc(20_000_000, 1)))
  expect([large.status(), await large.text()]).toEqual([413, expect.stringContaining('En bild får vara högst 5 MB')])
  const polyglot = Buffer.concat([bytes, html])
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, index) => send(photo(polyglot, { alt: `Nr ${index}`, name: '../../x.html' }))),
  )
  expect(answers.map((answer) => answer.status()).toSorted()).toEqual([302, 302, 302, 302, 302, 422, 422])
  const page = await (await owner.get(photoDoor)).text()
  const addresses = [...page.matchAll(/src="(\/files\/[^"]+)"/g)].map(([, address]) => address ?? '')
  expect(addresses).toHaveLength(5)
  const file = await owner.get(addresses[0] ?? '')
  expect(file.headers()).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  const kept = await file.body()
  for (const trace of ['HemligKamera', 'EXIF', '<script>']) expect(kept.includes(trace)).toBe(false)
})

test('/files returns 404 for path traversal and unknown names', async ({ request }) => {
  for (const path of [
    '/files',
    '/files/..%2Fauth-secret',
    '/files/%2e%2e%2fauth-secret',
    '/files/auth-secret',
    `/files/${'a'.repeat(52)}.webp`,
    `/files/${'a'.repeat(52)}.svg`,
    '/files/a/b',
  ]) {
    expect((await request.get(path, noRedirects)).status(), path).toBe(404)
  }
  const folder = await request.get('/files/', noRedirects)
  expect([folder.status(), folder.headers().location]).toEqual([308, '/files'])
})

test('a large body is refused with 413 at addresses that take no picture', async ({ playwright, baseURL }) => {
  for (const [path, status] of [
    [`${base}/company`, 413],
    [`${base}/services`, 413],
    // No such address, so the body is not read.
    [`${base}/company/logo/x`, 404],
  ] as const) {
    // The connection is closed after a body that is too large, so each request has its own.
    const visitor = await browser(playwright, baseURL)
    const answer = await visitor.post(path, { multipart: picture(Buffer.alloc(2_000_000, 1)), ...noRedirects })
    expect(answer.status(), path).toBe(status)
  }
})

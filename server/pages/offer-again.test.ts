import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../door/door-env'
import { createIntake } from '../door/take-in'
import { offerAgain } from './offer-again'
import { awayPage, crowdedPage } from './plain-pages'

const sender = { name: 'somebody', isKnown: false, mostUnfinished: 4 }
const form = { bytes: 1_000_000, readsAway: false, page: () => '' }

/** A server whose database is away, or that gives the given answer. */
function doorThat(answers: () => Response | never) {
  const door = new Hono<Env>()
  door.onError((_, c) => c.html(awayPage(), 503))
  door.use((c, next) => {
    c.set('page', c.req.path)
    return next()
  })
  door.use(offerAgain())
  const { of } = createIntake({ webProcesses: 1 })
  door.use(
    of(
      () => sender,
      () => form,
    ),
  )
  door.all('*', () => answers())
  return door
}
const away = doorThat(() => {
  throw new Error('the database is away')
})
const page = (html: string, status: 200 | 503 = 503) =>
  new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' } })

const send = (door: Hono<Env>, body: FormData | URLSearchParams, address = '/foretag?flik=1') =>
  door.request(address, { method: 'POST', body })

test('a form that failed with 503 is offered to be sent again, escaped and without passwords and codes', async () => {
  const words = `"Vi" städar </form><script>alert(1)</script> i hela 'Älvsjö' & mer`
  const body = new URLSearchParams([
    ['intent', 'save'],
    ['bio', words],
    ['day', 'mon'],
    ['day', 'tue'],
    ['password', 'gullviva62'],
    ['code', '123456'],
  ])
  const answer = await send(away, body)
  expect([answer.status, answer.headers.get('refresh')]).toEqual([503, null])
  const html = await answer.text()
  expect(html).toContain('Vi kommer inte åt något just nu')
  expect(html).toContain('<form method="post" action="/foretag?flik=1">')
  expect(html).toContain('<input type="hidden" name="day" value="mon"><input type="hidden" name="day" value="tue">')
  expect(html).toContain(
    '&quot;Vi&quot; städar &lt;/form&gt;&lt;script&gt;alert(1)&lt;/script&gt; i hela &#39;Älvsjö&#39; &amp; mer',
  )
  expect(html).toContain('Lösenord, koder och filer följer inte med')
  expect(html).not.toMatch(/gullviva62|123456|http-equiv/)
})

test('a form with a file is offered again as multipart, without the file', async () => {
  const body = new FormData()
  body.set('text', 'Fönster i Älvsjö')
  body.set('photo', new File(['…'], 'fönster.jpg', { type: 'image/jpeg' }))
  const html = await (await send(away, body)).text()
  expect(html).toContain('action="/foretag?flik=1" enctype="multipart/form-data">')
  expect(html).toContain('name="text" value="Fönster i Älvsjö"')
  expect(html).toContain('Lösenord, koder och filer följer inte med')
  expect(html).not.toContain('photo')
})

test('mentions no passwords when the form had none', async () => {
  const html = await (
    await send(
      doorThat(() => page(crowdedPage())),
      new URLSearchParams({ message: 'Hej' }),
    )
  ).text()
  expect(html).toContain('Väldigt många är här just nu')
  expect(html).toContain('Skicka igen')
  expect(html).not.toContain('Lösenord')
})

test('replaces a 503 page that would reload by itself with one that stays and keeps the form', async () => {
  const answer = await send(
    doorThat(() => page('<script>comeBack()</script>')),
    new URLSearchParams({ email: 'a@b.se' }),
  )
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const html = await answer.text()
  expect(html).toContain('name="email" value="a@b.se"')
  expect(html).not.toContain('<script>')
})

test.each([
  ['a request by a script', () => send(away, new URLSearchParams({ a: 'b' }), '/foretag.data')],
  ['a GET of a page', () => away.request('/foretag')],
  ['a request to the API', () => send(away, new URLSearchParams({ a: 'b' }), '/api/partner/alarms')],
  [
    'a body that cannot be read',
    () =>
      away.request('/foretag', { method: 'POST', body: '{"a":"b"}', headers: { 'Content-Type': 'application/json' } }),
  ],
  [
    'a form that was accepted',
    () =>
      send(
        doorThat(() => page('<p>Tack</p>', 200)),
        new URLSearchParams({ a: 'b' }),
      ),
  ],
])('offers no form to send again for %s', async (_, ask) => {
  expect(await (await ask()).text()).not.toContain('Skicka igen')
})

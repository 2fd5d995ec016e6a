import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import {
  type Area,
  ask,
  change,
  linkOf,
  openArea,
  openAs,
  openAsGuard,
  type Partner,
} from '../support/browser/alarm-people'
import { test } from '../support/browser/browser-test'

const secretWords = 'Kodordet är blåklint'
const partnerPage = '/dashboard/provider/alarms'
const sendAddress = '/dashboard/customer/safety/send'

async function raise(browser: Browser, area: Area): Promise<{ id: string; page: Page }> {
  const page = await openAs(browser, area.member)
  const answer = await page.request.post(sendAddress, {
    form: { key: randomUUID(), message: secretWords, latitude: '59.27891', longitude: '18.01234' },
  })
  expect(answer.status()).toBe(200)
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  return { id: alarm?.id ?? '', page }
}

/** Changes the alarm, so that everybody with access is notified. */
async function pressAgain(page: Page) {
  const answer = await page.request.post(sendAddress, { form: { key: randomUUID(), message: secretWords } })
  expect(answer.status()).toBe(200)
}

const statusOf = async (id: string) => {
  const [row] = await ask<{ status: string; safe_at: Date | null }>(
    'select status, safe_at from safety_alarms where id = $1',
    [id],
  )
  return row
}

const stateChanges = [
  'take',
  'takeOver',
  'comesToo',
  'comesNot',
  'arrive',
  'heard',
  'handBack',
  'note',
  'resolved',
  'false_alarm',
  'not_false',
  'look',
  'seen',
]

/** Tries every partner's page and action on one alarm with the given login. */
async function expectEveryDoorClosed(page: Page, at: string, alarmId: string) {
  for (const address of [at, `${at}.data`, `${at}/${alarmId}`, `${at}/${alarmId}.data`]) {
    const answer = await page.request.get(address)
    expect(await answer.text(), address).not.toContain('blåklint')
  }
  // A guard whose company is gone is no longer logged in, so the redirect comes before any alarm is looked for.
  const closed = [302, 404]
  expect(closed).toContain((await page.request.get(`${at}/${alarmId}`, { maxRedirects: 0 })).status())
  for (const intent of stateChanges) {
    const answer = await page.request.post(`${at}/${alarmId}`, {
      form: { intent, key: randomUUID(), message: 'x', note: 'x', reason: 'slip' },
      maxRedirects: 0,
    })
    // "Seen" answers 200 whether or not the alarm exists.
    expect(intent === 'seen' ? [200, ...closed] : closed, intent).toContain(answer.status())
    expect(await answer.text()).not.toMatch(/blåklint|59\.2789|18\.0123/)
  }
  expect(await statusOf(alarmId)).toMatchObject({ status: 'new' })
}

/** Reads the event stream in a logged-in browser, as its pages do. */
async function listen(page: Page, address = '/live/alarms', lastEventId?: string) {
  await page.goto('/halsa')
  await page.evaluate(
    async ([from, last]) => {
      const heard: string[] = []
      Object.assign(window, { heard })
      const answer = await fetch(from ?? '', last ? { headers: { 'Last-Event-ID': last } } : {})
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      const read = async () => {
        for (;;) {
          const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
          if (done) return
          heard.push(value)
        }
      }
      void read()
    },
    [address, lastEventId] as const,
  )
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(''))
}

const losses: [string, (partner: Partner) => Promise<unknown>][] = [
  [
    'not called in that postcode any more',
    ({ companyId }) =>
      change(`update security_partner_areas set postcode = '99998' where company_id = $1`, [companyId]),
  ],
  [
    'not active',
    ({ companyId }) => change(`update companies set security_status = 'pending' where id = $1`, [companyId]),
  ],
  [
    'hidden',
    ({ companyId }) =>
      change(`update companies set review_state = 'hidden', hidden_reason = 'x' where id = $1`, [companyId]),
  ],
  ['removed', ({ companyId }) => change('update companies set deleted_at = now() where id = $1', [companyId])],
  [
    'without a permit that holds',
    ({ companyId }) =>
      change(`update security_partner_records set valid_until = '2020-01-01' where company_id = $1`, [companyId]),
  ],
]

for (const [what, lose] of losses) {
  const tag = what === 'not active' ? [] : '@long'
  test(`a partner that is ${what} sees an alarm on no page, nor on a stream that it opened before`, { tag }, async ({
    browser,
  }) => {
    test.slow()
    const area = await openArea(2)
    const [lost, present] = area.partners
    if (!lost || !present) throw new Error('unreachable')
    const owner = await openAs(browser, lost.email)
    const ownerHeard = await listen(owner)
    const guard = await openAsGuard(browser, lost.guardKey)
    const guardHeard = await listen(guard, '/live/alarms/guard')
    const witness = await openAs(browser, present.email)
    const witnessHeard = await listen(witness)
    await lose(lost)
    const { id, page: member } = await raise(browser, area)
    await expect.poll(witnessHeard).toContain('blåklint')
    await pressAgain(member)
    await expect.poll(async () => (await witnessHeard()).split('event: alarm').length).toBeGreaterThan(2)
    expect(await ownerHeard()).not.toContain('blåklint')
    expect(await guardHeard()).not.toContain('blåklint')

    // There is no replay, whatever Last-Event-ID says.
    const again = await listen(owner, '/live/alarms', '0')
    const witnessAgain = await listen(witness, '/live/alarms', '0')
    await pressAgain(member)
    await expect.poll(witnessAgain).toContain('blåklint')
    expect(await again()).not.toContain('blåklint')

    await expectEveryDoorClosed(owner, partnerPage, id)
    await expectEveryDoorClosed(guard, '/vakt/larm', id)
  })
}

test('a personal link shows and changes only its own alarm, never by GET, and returns 404 without a valid permit @long', async ({
  browser,
}) => {
  const [area, other] = [await openArea(1), await openArea(1)]
  const [partner] = area.partners
  if (!partner) throw new Error('unreachable')
  const [{ id }, { id: otherId }] = [await raise(browser, area), await raise(browser, other)]
  const link = await linkOf(id, partner.companyId)
  const stranger = await (await browser.newContext()).newPage()
  const seen = await stranger.request.get(link)
  expect(await seen.text()).toContain('blåklint')
  expect(seen.headers()['cache-control']).toBe('no-store')

  // Mail scanners open links, possibly with form values as a query.
  for (const tail of ['', '?intent=take', '.data?intent=take', '?intent=resolved&note=x']) {
    await stranger.request.get(link + tail)
    await stranger.request.head(link + tail)
  }
  expect(await statusOf(id)).toMatchObject({ status: 'new' })
  // The alarm is determined by the token, whatever the form says.
  await stranger.request.post(link, { form: { intent: 'take', alarm: otherId }, maxRedirects: 0 })
  expect(await statusOf(otherId)).toMatchObject({ status: 'new' })
  expect(await statusOf(id)).toMatchObject({ status: 'acknowledged' })

  await change(`update security_partner_records set valid_until = '2020-01-01' where company_id = $1`, [
    partner.companyId,
  ])
  const late = await stranger.request.get(link)
  expect(late.status()).toBe(404)
  expect(await late.text()).not.toContain('blåklint')
  const closing = await stranger.request.post(link, { form: { intent: 'resolved' }, maxRedirects: 0 })
  expect(closing.status()).toBe(404)

  for (const forged of [
    'x',
    `${link.slice(6, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    randomUUID(),
    '%00',
    "' or 1=1--",
  ]) {
    const answer = await stranger.request.get(`/larm/${forged}`)
    expect([forged, answer.status()]).toEqual([forged, 404])
  }
})

test('a company cannot read or change another company’s alarm by its id', async ({ browser }) => {
  const [area, elsewhere] = [await openArea(1), await openArea(1)]
  const { id } = await raise(browser, area)
  const stranger = await openAs(browser, elsewhere.partners[0]?.email ?? '')
  await expectEveryDoorClosed(stranger, partnerPage, id)
  for (const forged of [randomUUID(), '0', '..', "'; drop table safety_alarms; --"]) {
    const answer = await stranger.request.post(`${partnerPage}/${encodeURIComponent(forged)}`, {
      form: { intent: 'take' },
      maxRedirects: 0,
    })
    expect([404, 405]).toContain(answer.status())
  }
})

test('a member cannot see, call off or send another member’s alarm', async ({ browser }) => {
  const area = await openArea(1)
  const { id } = await raise(browser, area)
  const stranger = await openAs(browser, (await openArea(0)).member)
  for (const tail of ['', '.data']) {
    const answer = await stranger.request.get(`/dashboard/customer/safety/history/${id}${tail}`)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).not.toContain('blåklint')
  }
  const safe = await stranger.request.post('/dashboard/customer/safety', { form: { intent: 'safe', alarm: id } })
  expect(safe.status()).toBe(404)
  expect(await statusOf(id)).toMatchObject({ status: 'new', safe_at: null })
  // An alarm kept in a browser in which somebody else is logged in now.
  const kept = await stranger.request.post(sendAddress, {
    form: { key: randomUUID(), message: 'x', for: area.memberId },
  })
  expect(kept.status()).toBe(409)
  for (const address of [
    partnerPage,
    `${partnerPage}/${id}`,
    '/dashboard/admin/alarms',
    `/dashboard/admin/alarms/${id}`,
  ]) {
    const answer = await stranger.request.get(address)
    expect(await answer.text()).not.toContain('blåklint')
    const post = await stranger.request.post(address, { form: { intent: 'take', duty: 'on' }, maxRedirects: 0 })
    expect([302, 403, 404, 405]).toContain(post.status())
  }
  expect(await statusOf(id)).toMatchObject({ status: 'new' })
})

test('companies and members cannot open the admin pages of alarms or change an alarm policy @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const { id } = await raise(browser, area)
  const owner = await openAs(browser, area.partners[0]?.email ?? '')
  for (const address of [
    'alarms',
    `alarms/${id}`,
    'alarms/figures',
    'alarms/policies',
    `alarms/policies/${area.postcode}`,
  ]) {
    const answer = await owner.request.get(`/dashboard/admin/${address}`, { maxRedirects: 0 })
    expect([address, answer.status()]).toEqual([address, 302])
  }
  await owner.request.post(`/dashboard/admin/alarms/policies/${area.postcode}`, {
    form: {
      callAgainS: '3600',
      ringS: '3600',
      ringTimes: '1',
      widenS: '3600',
      tellMemberS: '3600',
      releaseS: '3600',
      walkGraceS: '300',
      canaryDays: '9',
    },
  })
  expect(await ask('select 1 from alarm_policies where postcode = $1', [area.postcode])).toEqual([])
})

test('logged out visitors get no alarms, and neither a GET nor a cross-site POST changes anything', async ({
  browser,
  request,
}) => {
  const area = await openArea(1)
  const { id, page } = await raise(browser, area)
  for (const address of ['/live/alarms', '/live/alarms/guard']) {
    const answer = await request.get(address, { headers: { 'Last-Event-ID': '0', Cookie: 'vakt=x' } })
    expect([address, answer.status()]).toEqual([address, 401])
  }
  for (const address of [
    '/dashboard/customer/safety',
    partnerPage,
    `${partnerPage}/${id}`,
    '/vakt/larm',
    `/vakt/larm/${id}`,
  ]) {
    const answer = await request.get(address, { maxRedirects: 0 })
    expect([address, answer.status()]).toEqual([address, 302])
    const post = await request.post(address, { form: { intent: 'take', message: 'x' }, maxRedirects: 0 })
    expect([302, 405]).toContain(post.status())
  }
  expect((await request.post(sendAddress, { form: { message: 'x' }, maxRedirects: 0 })).status()).toBe(302)
  // GET requests of a logged-in member change nothing.
  await page.request.get(`/dashboard/customer/safety?intent=safe&alarm=${id}`)
  await page.request.get(`${sendAddress}?message=x&key=${randomUUID()}`)
  const foreign = await page.request.post(sendAddress, {
    form: { message: 'Från en annan webbplats' },
    headers: { Origin: 'https://evil.test' },
  })
  expect(foreign.status()).toBe(403)
  expect(await statusOf(id)).toMatchObject({ status: 'new', safe_at: null })
  expect(await ask('select 1 from safety_alarms where postcode = $1', [area.postcode])).toHaveLength(1)
})

test('an event stream sends nothing more after its session has ended @long', async ({ browser }) => {
  const area = await openArea(1)
  const [partner] = area.partners
  const owner = await openAs(browser, partner?.email ?? '')
  const heard = await listen(owner)
  const witness = await openAs(browser, area.member)
  const witnessHeard = await listen(witness)
  const { page } = await raise(browser, area)
  await expect.poll(heard).toContain('blåklint')
  const words = async () => (await heard()).replaceAll(': here\n\n', '')
  const before = await words()
  await change('delete from sessions where profile_id = (select owner_id from companies where id = $1)', [
    partner?.companyId,
  ])
  await pressAgain(page)
  await expect.poll(witnessHeard).toContain('"urgency":2')
  expect(await words()).toBe(before)
})

test('raising an alarm is never rate limited @long', async ({ browser }) => {
  const area = await openArea(0)
  const page = await openAs(browser, area.member)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      page.request
        .post(sendAddress, { form: { key: randomUUID(), message: 'Hjälp' } })
        .then((answer) => answer.status()),
    ),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  const rows = await ask<{ urgency: number }>('select urgency from safety_alarms where postcode = $1', [area.postcode])
  expect(rows).toEqual([{ urgency: 40 }])
})

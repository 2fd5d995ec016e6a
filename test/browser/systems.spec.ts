import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { ask, openArea, openAs } from '../support/browser/alarm-people'
import { logIn } from '../support/browser/browser-people'
import { isAlive, scripts, test } from '../support/browser/browser-test'
import { expectForEveryone, expectNoSidewaysScroll } from '../support/browser/scan'

/** A guard company connects its own system: an API key and a webhook. */

type Heard = { headers: Record<string, string>; body: string }

/** The company's webhook receiver on this machine, which the demo may call. */
async function openSystem() {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() })
    response.writeHead(204).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { heard, url: `http://127.0.0.1:${port}/larm`, close: () => server.close() }
}

async function expectGoodPage(page: Page, scripts: boolean) {
  if (scripts) await expectForEveryone(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page)
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, contextOptions: { reducedMotion: 'reduce' } })

    test('an API key is created, shown once, used and revoked @long', async ({ page, request }) => {
      const name = `Ledning ${javaScriptEnabled ? 'med skript' : 'utan skript'}`
      await logIn(page, 'foretag01@demo.example')
      await page.goto('/dashboard/provider/systems')
      if (javaScriptEnabled) await isAlive(page)
      await page.getByText('Skapa en nyckel').click()
      await page.getByRole('button', { name: 'Skapa nyckeln' }).click()
      await expect(page.getByLabel('Vad systemet heter')).toHaveAccessibleDescription(/Skriv vad systemet heter/)
      await expectGoodPage(page, javaScriptEnabled)
      await page.getByLabel('Vad systemet heter').fill(name)
      await page.getByRole('button', { name: 'Skapa nyckeln' }).click()
      const shown = page.getByRole('region', { name: 'Er nyckel' })
      await expect(shown).toContainText('visas bara den här gången')
      await expectGoodPage(page, javaScriptEnabled)
      const [key = ''] = /kvk_[\w-]+/.exec(await shown.innerText()) ?? []
      const listed = () => request.get('/api/partner/alarms', { headers: { authorization: `Bearer ${key}` } })
      expect(await (await listed()).json()).toMatchObject({ alarms: expect.any(Array), notCalled: null })

      await page.goto('/api')
      await expectGoodPage(page, javaScriptEnabled)
      if (javaScriptEnabled) {
        await page.getByLabel('Nyckel').fill(key)
        await page.getByRole('button', { name: 'Fråga' }).click()
        await expect(page.getByRole('status').filter({ hasText: '200' })).toContainText('notCalled')
      }

      await page.goto('/dashboard/provider/systems')
      await expect(page.getByText(key)).toHaveCount(0)
      const own = page.getByRole('listitem').filter({ hasText: name })
      await expect(own).toContainText('Senast använd')
      await own.getByRole('button', { name: `Ta tillbaka ${name}` }).click()
      await expect(page.getByText('Nyckeln är tillbakatagen')).toBeVisible()
      const after = await listed()
      expect([after.status(), after.headers()['content-type']]).toEqual([401, 'application/problem+json'])
    })

    test('a webhook is added, tested, switched off and removed @long', async ({ page }) => {
      const system = await openSystem()
      await logIn(page, 'foretag01@demo.example')
      await page.goto('/dashboard/provider/systems')
      await page.getByLabel('Adress till ert system').fill('larm')
      await page.getByRole('button', { name: 'Lägg till mottagaren' }).click()
      await expect(page.getByLabel('Adress till ert system')).toHaveAccessibleDescription(/Skriv hela adressen/)
      await page.getByLabel('Adress till ert system').fill(system.url)
      await page.getByRole('button', { name: 'Lägg till mottagaren' }).click()
      const shown = page.getByRole('region', { name: 'Hemligheten som signerar' })
      const [secret = ''] = /whsec_[\w+/=]+/.exec(await shown.innerText()) ?? []

      await page.getByRole('link', { name: system.url }).click()
      await page.getByRole('button', { name: 'Skicka ett prov' }).click()
      await expect(page.getByText('Provet är på väg')).toBeVisible()
      await expect.poll(() => system.heard.length).toBe(1)
      const [first] = system.heard
      expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ type: 'test' })
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('listitem').filter({ hasText: 'Ett prov från er sida' }).innerText()
        })
        .toContain('Mottaget')
      await expectGoodPage(page, javaScriptEnabled)

      await page.getByRole('button', { name: 'Stäng av' }).click()
      await expect(page.getByRole('button', { name: 'Sätt på' })).toBeVisible()
      await page.getByRole('button', { name: 'Byt hemlighet' }).click()
      await expect(page.getByRole('region', { name: 'Hemligheten som signerar' })).toContainText('whsec_')
      await page.getByRole('button', { name: 'Ta bort mottagaren' }).click()
      await expect(page.getByText('Mottagaren är borttagen')).toBeVisible()
      await expect(page.getByRole('link', { name: system.url })).toHaveCount(0)
      system.close()
    })
  })
}

test('the partner API refuses invalid requests as problem+json, and scopes idempotency keys to an API key @long', async ({
  browser,
  request,
}) => {
  const [area, elsewhere] = [await openArea(2), await openArea(1)]
  const [own, other] = area.partners
  if (!own || !other) throw new Error('unreachable')
  const keyOf = async (email: string) => {
    const page = await openAs(browser, email)
    await page.goto('/dashboard/provider/systems')
    await page.getByText('Skapa en nyckel').click()
    await page.getByLabel('Vad systemet heter').fill('Ledning')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Skapa nyckeln' }).click()
    return /kvk_[\w-]+/.exec(await page.getByRole('region', { name: 'Er nyckel' }).innerText())?.[0] ?? ''
  }
  const [key, strange] = [await keyOf(own.email), await keyOf(other.email)]
  for (const { member } of [area, elsewhere]) {
    const page = await openAs(browser, member)
    await page.goto('/dashboard/customer/safety')
    await page.getByLabel('Beskriv vad som hänt').fill('Kom')
    await page.getByRole('button', { name: 'Skicka larm' }).click()
    await expect(page.getByText('Trygghetslarm skickat!')).toBeVisible()
  }
  const alarmIn = async (postcode: string) =>
    (await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [postcode]))[0]?.id ?? ''
  const [alarm, far] = [await alarmIn(area.postcode), await alarmIn(elsewhere.postcode)]
  const deed = (id: string, what: string) => `/api/partner/alarms/${id}/${what}`
  const json = { 'content-type': 'application/json' }
  type Asked = { as?: string | null; method?: string; data?: string; headers?: Record<string, string> }
  const asks = async (address: string, { as = key, method = 'POST', data, headers = {} }: Asked = {}) => {
    const bearer: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` }
    const answer = await request.fetch(address, {
      ...{ method, headers: { ...bearer, ...headers } },
      ...(data !== undefined && { data: Buffer.from(data) }),
    })
    const type = answer.headers()['content-type']
    return { status: answer.status(), type, body: await answer.json().catch(() => null) }
  }
  const refused: [string, number, Asked][] = [
    [
      deed(alarm, 'close'),
      413,
      { headers: json, data: JSON.stringify({ outcome: 'resolved', note: 'x'.repeat(30_000) }) },
    ],
    [deed(alarm, 'close'), 400, { headers: json, data: '{"outcome":' }],
    [deed(alarm, 'close'), 415, { headers: { 'content-type': 'text/plain' }, data: '{}' }],
    [deed(alarm, 'close'), 422, { headers: json, data: '{"outcome":"cancelled"}' }],
    [deed(alarm, 'steal'), 404, { headers: json, data: '{}' }],
    [deed(alarm, 'accept'), 401, { as: null }],
    [deed(alarm, 'accept'), 401, { as: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` }],
    [deed(alarm, 'accept'), 405, { method: 'GET' }],
    [deed(far, 'accept'), 404, {}],
    [deed(randomUUID(), 'accept'), 404, {}],
    [deed("' or 1=1", 'accept'), 404, {}],
    ['/api/partner/larm', 404, { method: 'GET' }],
    ['/api/partner/alarms', 405, { method: 'DELETE' }],
  ]
  for (const [address, status, asked] of refused) {
    const { type, body, ...answer } = await asks(address, asked)
    expect([address, answer.status, type, body?.status]).toEqual([address, status, 'application/problem+json', status])
    expect(body.detail).toMatch(/[a-zåäö]{3}/)
  }
  expect(await ask('select status from safety_alarms where id = any($1)', [[alarm, far]])).toEqual([
    { status: 'new' },
    { status: 'new' },
  ])

  // Idempotency key: a repeated request gets the same answer; another body or another alarm with the same key is an
  // error.
  const named = { headers: { ...json, 'idempotency-key': 'natt-1' } }
  const reject = { ...named, data: '{"reason":"far"}' }
  expect((await asks(deed(alarm, 'reject'), reject)).status).toBe(200)
  expect((await asks(deed(alarm, 'reject'), { ...named, data: '{"reason":"busy"}' })).status).toBe(422)
  expect((await asks(deed(far, 'reject'), reject)).status).toBe(422)
  // The key is scoped to the API key: another company's request with the same name is carried out.
  expect((await asks(deed(alarm, 'accept'), { ...named, as: strange, data: '{}' })).status).toBe(200)
  const late = await asks(deed(alarm, 'accept'), { headers: json, data: '{}' })
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('Provvakt B (Ledning) har larmet')])
})

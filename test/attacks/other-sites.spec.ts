import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Area, ask, openArea, openAs } from '../support/browser/alarm-people'
import { test } from '../support/browser/browser-test'

/** Cross-site requests in a member's browser, whose service worker sees every post to our pages. */

const alarmPage = '/dashboard/customer/safety'
const forgedWords = 'Det brinner hos grannen'
let elsewhere: Server
let theirs: string

test.beforeAll(async () => {
  elsewhere = createServer((asked, answer) => {
    const { searchParams: wanted } = new URL(asked.url ?? '', 'http://localhost')
    const fields = [...wanted].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')
    answer.setHeader('Content-Type', 'text/html; charset=utf-8')
    answer.setHeader('Referrer-Policy', wanted.get('says') === 'nothing' ? 'no-referrer' : 'unsafe-url')
    answer.end(`<form method="post" action="${wanted.get('to')}">${fields}<button>Vinn en resa</button></form>`)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  // Another host name, and so another site.
  theirs = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => elsewhere.close(resolve)))

async function openMember(browser: Browser): Promise<{ page: Page; area: Area; home: string }> {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.goto(alarmPage)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => knownMember(page)).toBe(area.memberId)
  return { page, area, home: new URL(page.url()).origin }
}

const knownMember = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('kvartera-alarms', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('marks', 'readonly').objectStore('marks').get('member')
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
  )

async function winATrip(page: Page, to: string, fields: Record<string, string>) {
  await page.goto(`${theirs}/?${new URLSearchParams({ to, ...fields })}`)
  return { press: () => page.getByRole('button', { name: 'Vinn en resa' }).click({ noWaitAfter: true }) }
}

const alarmsOf = (area: Area) =>
  ask<{ message: string }>('select message from safety_alarms where postcode = $1', [area.postcode])

for (const says of ['where it is', 'nothing']) {
  test(`a cross-site form that says ${says} of its origin, submitted offline, raises no alarm when the line is back`, async ({
    browser,
  }) => {
    const { page, area, home } = await openMember(browser)
    const fields = { intent: 'raise', key: crypto.randomUUID(), message: forgedWords, says }
    const { press } = await winATrip(page, home + alarmPage, fields)
    await page.context().setOffline(true)
    await press()
    await expect(page.getByRole('link', { name: 'Ring 112' })).toBeVisible()
    // The offline page reloads the real page by itself once there is a connection.
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'Trygghetslarm', exact: true })).toBeVisible()
    // If the browser does not send the origin of the post, the member is asked before the alarm is sent.
    await expect(page.getByRole('button', { name: 'Skicka nu' })).toHaveCount(says === 'nothing' ? 1 : 0)
    await page.waitForTimeout(1_500)
    expect(await alarmsOf(area)).toEqual([])
  })
}

test('our own form, submitted offline before the scripts have loaded, is kept and sent when the line is back', async ({
  browser,
}) => {
  const { page, area } = await openMember(browser)
  await page.getByLabel('Beskriv vad som hänt').first().fill('Hjälp mig')
  await page.context().setOffline(true)
  // Submits the form natively, as before the scripts have loaded.
  await page.evaluate(() => document.querySelector('textarea')?.form?.submit())
  await expect(page.getByText('Larmet är inte skickat')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => alarmsOf(area)).toHaveLength(1)
})

test('a log-out from another site does not clear the member that the phone remembers @long', async ({ browser }) => {
  const { page, area, home } = await openMember(browser)
  const { press } = await winATrip(page, `${home}/logout`, {})
  await press()
  await page.waitForURL(`${home}/logout`)
  await page.goto(`${home}/offline/page.html`)
  expect(await knownMember(page)).toBe(area.memberId)
})

import { chromium } from '@playwright/test'
import { findBrowser } from '../bin/find-browser.mjs'
import { openSlowLine } from './slow-line.mjs'
import { logIn, median } from './visit.mjs'

const rounds = 5

/**
 * A phone of 2019 on a bad line: a processor four times slower than this one, and a line with 150 ms and 1.6 Mbit/s.
 * When the landing page and the alarm page become usable, and whether the alarm button works before any script has
 * loaded.
 */
export async function measurePhone(origin) {
  const { CHROMIUM, CHROMIUM_FLAGS } = await findBrowser(() => {})
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS.split(' ') })
  const line = await openSlowLine(origin)
  const cookies = cookiesOf(await logIn(line, 'boende'), line.origin)
  const alarm = '/dashboard/customer/safety'
  try {
    // Each page is drawn once in advance, so that no visit pays for the server's start.
    await Promise.all(['/', '/auth'].map((path) => fetch(origin + path)))
    const [landing, pressed] = [[], []]
    for (let round = 0; round < rounds; round++) {
      landing.push(await visit(browser, line.origin, '/', []))
      pressed.push(await visit(browser, line.origin, alarm, cookies))
    }
    const at = (visits, time) => Math.round(median(visits.map((times) => times[time])))
    return [
      { what: '/, first words', ms: at(landing, 'painted') },
      { what: '/, its scripts have run', ms: at(landing, 'ready'), goal: 1500 },
      { what: `${alarm}, first words and the form`, ms: at(pressed, 'painted'), goal: 1000 },
      {
        what: `${alarm}, opened, written and sent with no script there`,
        ms: await sendWithoutScripts(browser, line.origin, cookies),
      },
    ]
  } finally {
    await browser.close()
    await line.close()
  }
}

/** A new browser context each time, without a cache. */
async function visit(browser, origin, path, cookies) {
  const context = await open(browser, cookies)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(origin + path, { waitUntil: 'load' })
  const times = await page.evaluate(
    () =>
      new Promise((resolve) => {
        // The plain page's module runs before DOMContentLoaded; the paint is reported a moment later.
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          const { domContentLoadedEventEnd: ready } = performance.getEntriesByType('navigation')[0]
          if (entry) resolve({ painted: entry.startTime, ready })
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await context.close()
  return times
}

/** Scripts never arrive, so the native form is used. Fails if the alarm is not sent. */
async function sendWithoutScripts(browser, origin, cookies) {
  const began = performance.now()
  const context = await open(browser, cookies)
  const page = await context.newPage()
  await page.route('**/*.js', () => {})
  await page.goto(`${origin}/dashboard/customer/safety`, { waitUntil: 'commit' })
  await page.getByLabel('Beskriv vad som hänt').fill('Mätning på en långsam lina')
  await page.getByRole('button', { name: 'Skicka larm' }).click({ noWaitAfter: true })
  // The alarm's own page, at the same address, shows the message.
  await page.getByText('Mätning på en långsam lina').first().waitFor()
  const ms = Math.round(performance.now() - began)
  await context.close()
  return ms
}

const open = async (browser, cookies) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  await context.addCookies(cookies)
  return context
}

const cookiesOf = (header, url) =>
  header
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }))

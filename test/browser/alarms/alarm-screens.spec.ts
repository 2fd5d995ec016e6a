import { type Browser, expect, type Page, type Request } from '@playwright/test'
import {
  type Area,
  alarmOf,
  linkOf,
  openArea,
  openAs,
  openAsGuard,
  whileHeld,
} from '../../support/browser/alarm-people'
import { isAlive, test } from '../../support/browser/browser-test'

/** Pages about alarms reload by themselves. What is in sight, and what is being written, must survive that. */

async function raise(browser: Browser, { member }: Area): Promise<Page> {
  const page = await openAs(browser, member)
  await page.clock.install()
  await page.goto('/dashboard/customer/safety')
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  await isAlive(page)
  return page
}

/** An alarm is open, and the member is writing more about it. */
async function raiseAndWrite(browser: Browser) {
  const page = await raise(browser, await openArea(1))
  const field = page.getByLabel('Har något ändrats?')
  await field.fill('Nu är de på trappan')
  return { page, field }
}

/** Advances the page's clock until it has run its loaders again. */
async function askedAgain(page: Page) {
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('.data'))
  await page.clock.runFor(31_000)
  await asked
  // By then React has drawn the new data.
  await page.clock.runFor(200)
}

/**
 * Resolves when the answer from an address has arrived completely. Chromium reports a body that was read through a
 * stream, as the router does, sometimes as finished and sometimes as failed; `response.finished()` handles only the
 * first.
 */
function askedToTheEnd(page: Page, path: string) {
  const isIt = (request: Request) => new URL(request.url()).pathname === path
  return Promise.race([page.waitForEvent('requestfinished', isIt), page.waitForEvent('requestfailed', isIt)])
}

test('an offline page says so, shows 112, and keeps the text being written', async ({ browser }) => {
  const { page, field } = await raiseAndWrite(browser)
  await page.context().setOffline(true)
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(page.getByText('Uppkopplingen är borta.').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(field).toHaveValue('Nu är de på trappan')
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await page.context().setOffline(false)
  await askedAgain(page)
  await expect(field).toHaveValue('Nu är de på trappan')
})

test('the page of an alarm on a guard’s phone says that its connection is lost', async ({ browser }) => {
  const area = await openArea(1)
  await raise(browser, area)
  const phone = { viewport: { width: 390, height: 844 } }
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '', phone)
  await guard.clock.install()
  await guard.goto(`/vakt/larm/${await alarmOf(area)}`)
  await isAlive(guard)
  await guard.context().setOffline(true)
  await expect(async () => {
    await guard.clock.runFor(16_000)
    await expect(guard.getByText('Uppkopplingen är borta. Det som står här kan ha ändrats')).toBeVisible({
      timeout: 500,
    })
  }).toPass()
})

test('an alarm stays on a guard’s phone when the line breaks after the phone has said that it was seen', async ({
  browser,
}) => {
  const area = await openArea(1)
  await raise(browser, area)
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  const path = `/vakt/larm/${await alarmOf(area)}`
  const isReload = (request: Request) => request.method() === 'GET' && request.url().endsWith(`${path}.data`)
  await guard.route(`**${path}.data`, (route) => (isReload(route.request()) ? route.abort() : route.continue()))
  const cut = guard.waitForEvent('requestfailed', isReload)
  await guard.goto(path)
  await cut
  await expect(guard.getByText('Det som står här kan ha ändrats; SMS kommer ändå.')).toBeVisible()
  await expect(guard.getByText('Sidan kommer tillbaka av sig själv')).toHaveCount(0)
  await expect(guard.getByRole('article').getByText('Någon är i huset')).toBeVisible()
  await guard.unrouteAll()
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await expect(guard.getByRole('article').getByText('Du har larmet')).toBeVisible()
})

test('an alarm that is taken from the list stays open beside it when the line breaks before the answer is shown @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  await raise(browser, area)
  const wide = { viewport: { width: 1280, height: 900 } }
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '', wide)
  const path = `/vakt/larm/${await alarmOf(area)}`
  await guard.goto(path)
  await isAlive(guard)
  const isReload = (request: Request) => request.method() === 'GET' && request.url().includes('.data')
  await guard.route('**/*.data*', (route) => (isReload(route.request()) ? route.abort() : route.continue()))
  const taken = guard.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('.data'),
  )
  await guard.getByLabel('Larm', { exact: true }).getByRole('button', { name: 'Ta larmet' }).click()
  await taken
  await expect(guard.getByText(/Uppkopplingen är borta/).first()).toBeVisible()
  const opened = guard.locator('article[aria-labelledby=larmet]')
  await expect(opened.getByText('Någon är i huset')).toBeVisible()
  await expect(guard.getByText('Sidan kommer tillbaka av sig själv')).toHaveCount(0)
  await guard.unrouteAll()
  await expect(opened.getByText('Du har larmet')).toBeVisible()
  await expect(guard.getByText(/Uppkopplingen är borta/)).toHaveCount(0)
})

test('a member who says that they are safe keeps the page when the line breaks before the answer is shown @long', async ({
  browser,
}) => {
  const page = await raise(browser, await openArea(1))
  const isReload = (request: Request) => request.method() === 'GET' && request.url().includes('.data')
  await page.route('**/*.data*', (route) => (isReload(route.request()) ? route.abort() : route.continue()))
  const cut = page.waitForEvent('requestfailed', isReload)
  // No timer of the page runs, so that no look of its own is what tells.
  await page.clock.pauseAt(new Date(Date.now() + 1_000))
  await page.getByRole('button', { name: 'Jag är trygg' }).click()
  await cut
  await expect(page.getByText(/Uppkopplingen är borta\./).first()).toBeVisible()
  // A look follows soon, whose reload fails too.
  await page.clock.runFor(5_000)
  await expect(page.getByText(/Uppkopplingen är borta\./).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Det gick inte att visa sidan' })).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/dashboard/customer/safety')
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await page.unrouteAll()
  await page.clock.resume()
  await expect(page.getByText('Skönt att du är trygg').first()).toBeVisible()
  await expect(page.getByText('Uppkopplingen är borta.')).toHaveCount(0)
})

test('a failed reload is announced on the page, which keeps the text being written @long', async ({ browser }) => {
  const { page, field } = await raiseAndWrite(browser)
  const asking = (url: URL) => url.pathname.endsWith('.data')
  await page.context().route(asking, (route) => route.abort())
  const told = page.getByText('Uppkopplingen är borta.').first()
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(told).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(field).toHaveValue('Nu är de på trappan')
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await page.context().unroute(asking)
  await askedAgain(page)
  await expect(told).toHaveCount(0)
  await expect(field).toHaveValue('Nu är de på trappan')
})

test('a failed navigation is announced, and the page opens by itself when the connection is back @long', async ({
  browser,
}) => {
  const { page } = await raiseAndWrite(browser)
  const asking = (url: URL) => url.pathname.endsWith('.data')
  await page.context().route(asking, (route) => route.abort())
  await page.getByRole('link', { name: 'Boka', exact: true }).first().click()
  await expect(page.getByText('Sidan kommer tillbaka av sig själv')).toBeVisible()
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await page.context().unroute(asking)
  await expect(async () => {
    await page.clock.runFor(31_000)
    await expect(page.getByRole('heading', { level: 1, name: 'Boka' })).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('without an open alarm too, the page announces a lost connection and keeps the text being written', {
  tag: '@long',
}, async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.clock.install()
  const looked = askedToTheEnd(page, '/dashboard/customer/safety.data')
  await page.goto('/dashboard/customer/safety')
  await isAlive(page)
  const field = page.getByLabel('Beskriv vad som hänt')
  await field.fill('Någon är i huset')
  // Waits for the reload that the page makes when its stream opens, so that the line is cut while no request is
  // running.
  await looked
  await page.context().setOffline(true)
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(page.getByText('Uppkopplingen är borta. Skriv ändå')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(field).toHaveValue('Någon är i huset')
  await page.context().setOffline(false)
  await askedAgain(page)
  await expect(page.getByText('Uppkopplingen är borta. Skriv ändå')).toHaveCount(0)
})

test('a refusal and the text in another form survive a reload of the page’s data @long', async ({ browser }) => {
  const area = await openArea(1)
  await raise(browser, area)
  const page = await openAs(browser, area.partners[0]?.email ?? '')
  await page.clock.install()
  await page.goto(`/dashboard/provider/alarms/${await alarmOf(area)}`)
  await page.getByRole('button', { name: 'Ta larmet' }).click()
  await page.getByRole('button', { name: 'Spara anteckningen' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Anteckningen är inte sparad' })
  await expect(refusal).toBeVisible()
  await expect(refusal).toBeFocused()
  await expect(page.getByLabel('Anteckning')).toHaveAccessibleDescription(/Skriv något först/)
  const written = page.getByLabel('Hur slutade det?')
  await written.fill('Ingen kvar')
  await askedAgain(page)
  await expect(refusal).toBeVisible()
  await expect(written).toHaveValue('Ingen kvar')
  await expect(written).toBeFocused()
  await page.getByLabel('Anteckning').fill('Jag är i trappan')
  await page.getByRole('button', { name: 'Spara anteckningen' }).click()
  await expect(page.getByText('Jag är i trappan')).toBeVisible()
  await expect(refusal).toHaveCount(0)
})

test('an action that cannot be sent is announced, keeps its text, and succeeds when pressed again online @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  await raise(browser, area)
  const page = await browser.newPage()
  await page.goto(await linkOf(await alarmOf(area), area.partners[0]?.companyId ?? ''))
  await isAlive(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Ta larmet' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Ingen kontakt med servern. Det du gjorde är inte sparat.' })
  await expect(told).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Ta larmet' }).click()
  await page.getByLabel('Anteckning').fill('Jag är i trappan')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Spara anteckningen' }).click()
  // Said once, by the form that was pressed.
  await expect(page.getByText('Det du gjorde är inte sparat. Försök igen.')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'Ingen kontakt med servern' })).toBeFocused()
  await expect(page.getByLabel('Anteckning')).toHaveValue('Jag är i trappan')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Spara anteckningen' }).click()
  await expect(page.getByText('Anteckningen är sparad')).toBeVisible()
  await expect(page.getByText('Det du gjorde är inte sparat.')).toHaveCount(0)
})

/** A partner's list with an alarm that nobody has taken. */
async function openWaiting(browser: Browser) {
  const area = await openArea(1)
  const page = await openAs(browser, area.partners[0]?.email ?? '')
  await page.goto('/dashboard/provider/alarms')
  await isAlive(page)
  await raise(browser, area)
  const take = page.getByRole('button', { name: 'Ta larmet' })
  await expect(take).toBeVisible()
  return { area, page, take }
}

test('an alarm taken from the list while offline stays there, and is taken by the next press online', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, take } = await openWaiting(browser)
  await page.context().setOffline(true)
  await take.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Ingen kontakt med servern.' })).toBeVisible()
  await expect(page.getByText('Någon är i huset')).toBeVisible()
  await page.context().setOffline(false)
  await take.click()
  await expect(page.getByRole('button', { name: 'Jag är på plats' })).toBeVisible()
})

test('taking an alarm that is locked says that it is probably not saved, and succeeds by the next press', {
  tag: '@long',
}, async ({ browser }) => {
  const { area, page, take } = await openWaiting(browser)
  await whileHeld('select from safety_alarms where id = $1', [await alarmOf(area)], async () => {
    await take.click()
    const told = page.getByRole('alert').filter({ hasText: 'Det du gjorde är troligen inte sparat. Försök igen.' })
    await expect(told).toBeVisible()
    await expect(page.getByText('Någon är i huset')).toBeVisible()
  })
  await take.click()
  await expect(page.getByRole('button', { name: 'Jag är på plats' })).toBeVisible()
})

test('taking an alarm from the list opens it, even if the list reloads meanwhile', async ({ browser }) => {
  const { page, take } = await openWaiting(browser)
  const sent = (url: URL) => url.pathname === '/dashboard/provider/alarms.data'
  await page.route(sent, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // Retried if the server was just closing the runner's keep-alive connection, as a browser does by itself.
    const answer = await route.fetch({ maxRetries: 2 })
    const asked = page.waitForResponse((each) => new URL(each.url()).pathname === '/halsa/redo')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await asked
    await page.waitForTimeout(500)
    await route.fulfill({ response: answer })
  })
  await take.click()
  await expect(page.getByRole('button', { name: 'Jag är på plats' })).toBeVisible()
})

test('on a personal link the taker’s name stays until the alarm is handed back @long', async ({ browser }) => {
  const area = await openArea(2)
  await raise(browser, area)
  const [first, second] = area.partners
  const id = await alarmOf(area)
  const [winner, late] = [await browser.newPage(), await browser.newPage()]
  await late.clock.install()
  await late.goto(await linkOf(id, second?.companyId ?? ''))
  await late.clock.pauseAt(new Date(Date.now() + 1_000)) // A look of its own would take the button away.
  await winner.goto(await linkOf(id, first?.companyId ?? ''))
  await winner.getByRole('button', { name: 'Ta larmet' }).click()
  await expect(winner.getByRole('button', { name: 'Jag är på plats' })).toBeVisible()
  await late.getByRole('button', { name: 'Ta larmet' }).click()
  const refusal = late.getByRole('alert').filter({ hasText: 'har larmet. Du behöver inte åka.' })
  await expect(refusal).toBeVisible()
  await expect(late.getByText('Provvakt A (Ali) har larmet', { exact: true })).toBeVisible()
  await late.clock.resume()
  await askedAgain(late)
  await expect(refusal).toBeVisible()
  await winner.getByRole('button', { name: 'Lämna tillbaka larmet' }).click()
  await askedAgain(late)
  await expect(late.getByRole('button', { name: 'Ta larmet' })).toBeVisible()
  await expect(refusal).toHaveCount(0)
})

test('the duty screen holds a wake lock while it is visible, and says when it cannot', {
  tag: '@long',
}, async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.partners[0]?.email ?? '')
  await page.addInitScript(() => {
    // A headless browser has no wake lock, so this one is simulated by the standard.
    const asked = { times: 0, held: null as EventTarget | null }
    const request = async () => {
      asked.times++
      const lock = Object.assign(new EventTarget(), { released: false, onrelease: null as (() => void) | null })
      asked.held = lock
      return Object.assign(lock, { release: async () => lock.onrelease?.() })
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { asked })
  })
  await page.goto('/dashboard/provider/alarms')
  await expect(page.getByText('Skärmen hålls tänd medan sidan är framme.')).toBeVisible()
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
      const { held } = (window as unknown as { asked: { held: { release(): void } } }).asked
      if (hidden) held.release()
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  await expect(page.getByText('Skärmen kan slockna av sig själv.')).toBeVisible()
  await hide(false)
  await expect(page.getByText('Skärmen hålls tänd medan sidan är framme.')).toBeVisible()

  const old = await openAs(browser, area.partners[0]?.email ?? '')
  const faults: Error[] = []
  old.on('pageerror', (error) => faults.push(error))
  await old.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'))
  await old.goto('/dashboard/provider/alarms')
  await expect(old.getByText('Skärmen kan slockna av sig själv.')).toBeVisible()
  expect(faults).toEqual([])
})

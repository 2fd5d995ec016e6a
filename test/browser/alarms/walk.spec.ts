import { type Browser, expect, type Page } from '@playwright/test'
import { change, openArea, openAs } from '../../support/browser/alarm-people'
import { isAlive, test } from '../../support/browser/browser-test'

const walkPage = '/dashboard/customer/safety/walk'
const isPost = (url: string) => new URL(url).pathname === `${walkPage}/position`

/** As when the phone is put in a pocket, and taken up again. */
const turn = (page: Page, to: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, to)

const at = (latitude: number) => ({ latitude, longitude: 18.01 })

/** A member on the way home, whose page has sent one position. */
async function onTheWay(browser: Browser) {
  const area = await openArea(1)
  const page = await openAs(browser, area.member, { geolocation: at(59.27), permissions: ['geolocation'] })
  await page.clock.install()
  await page.goto(walkPage)
  await isAlive(page)
  await page.getByLabel('Skicka var jag är på vägen').check()
  const first = page.waitForResponse((answer) => isPost(answer.url()))
  await page.getByRole('button', { name: 'Följ mig hem' }).click()
  expect((await first).status()).toBe(200)
  await expect(page.getByText('Din plats skickas medan den här sidan är öppen.')).toBeVisible()
  const moves = async (latitude: number) => {
    const answer = page.waitForResponse((one) => isPost(one.url()))
    await page.clock.fastForward(21_000)
    await page.context().setGeolocation(at(latitude))
    return (await answer).status()
  }
  return { area, page, moves }
}

test('a page in a pocket goes on sending positions after a passing refusal', async ({ browser }) => {
  const { page, moves } = await onTheWay(browser)
  await turn(page, 'hidden')
  await page.route(
    (url) => isPost(url.href),
    (route) => route.fulfill({ status: 429 }),
    { times: 1 },
  )
  expect(await moves(59.271)).toBe(429)
  expect(await moves(59.272)).toBe(200)
})

test('a page in a pocket stops sending where the member is when the walk was ended elsewhere, and says so', async ({
  browser,
}) => {
  const { area, page, moves } = await onTheWay(browser)
  await turn(page, 'hidden')
  await change(
    "update walks set state = 'home', ended_at = now(), latitude = null, longitude = null, accuracy_m = null, positioned_at = null where member_id = $1",
    [area.memberId],
  )
  expect(await moves(59.271)).toBe(422)
  await expect(page.getByText('Platsen skickas inte längre.')).toBeVisible()
  let posts = 0
  page.on('request', (request) => {
    if (isPost(request.url())) posts++
  })
  for (const latitude of [59.272, 59.273]) {
    await page.clock.fastForward(21_000)
    await page.context().setGeolocation(at(latitude))
  }
  await turn(page, 'visible')
  await expect(page.getByRole('button', { name: 'Följ mig hem' })).toBeVisible()
  expect(posts).toBe(0)
})

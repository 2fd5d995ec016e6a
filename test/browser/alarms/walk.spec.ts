import { expect, type Page } from '@playwright/test'
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

test('a page in a pocket stops sending where the member is when the walk was ended elsewhere, and says so', async ({
  browser,
}) => {
  const area = await openArea(1)
  const at = (latitude: number) => ({ latitude, longitude: 18.01 })
  const page = await openAs(browser, area.member, { geolocation: at(59.27), permissions: ['geolocation'] })
  await page.clock.install()
  await page.goto(walkPage)
  await isAlive(page)
  await page.getByLabel('Skicka var jag är på vägen').check()
  const first = page.waitForResponse((answer) => isPost(answer.url()))
  await page.getByRole('button', { name: 'Följ mig hem' }).click()
  expect((await first).status()).toBe(200)
  await expect(page.getByText('Din plats skickas medan den här sidan är öppen.')).toBeVisible()
  await turn(page, 'hidden')
  await change(
    "update walks set state = 'home', ended_at = now(), latitude = null, longitude = null, accuracy_m = null, positioned_at = null where member_id = $1",
    [area.memberId],
  )

  const moves = async (latitude: number) => {
    await page.clock.fastForward(21_000)
    await page.context().setGeolocation(at(latitude))
  }
  const refused = page.waitForResponse((answer) => isPost(answer.url()))
  await moves(59.271)
  expect((await refused).status()).toBe(422)
  await expect(page.getByText('Platsen skickas inte.')).toBeVisible()
  let posts = 0
  page.on('request', (request) => {
    if (isPost(request.url())) posts++
  })
  await moves(59.272)
  await moves(59.273)
  await turn(page, 'visible')
  await expect(page.getByRole('button', { name: 'Följ mig hem' })).toBeVisible()
  expect(posts).toBe(0)
})

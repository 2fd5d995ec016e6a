import { expect, type Page } from '@playwright/test'
import { demo, logIn, sayYesToEarlyStart } from '../../support/browser/browser-people'
import { test } from '../../support/browser/browser-test'
import { everyLook, expectForEveryone } from '../../support/browser/scan'

const bookPage = '/dashboard/customer/book'

/** Chooses a service by its card. */
async function choose(page: Page, service: string) {
  await page.goto(bookPage)
  await expect(page.getByRole('heading', { name: 'Boka tjänst', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: service, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Bekräfta bokning' })).toBeVisible()
}

/** Waits until the page stops scrolling. */
const toRest = (page: Page) =>
  page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
    }
    for (let before = Number.NaN; before !== scrollY; await frames(10)) before = scrollY
  })

test('a member finds a service, chooses a day in the calendar and books', async ({ page }) => {
  await logIn(page, demo.member)
  await page.goto(bookPage)
  const list = page.getByRole('region', { name: 'Tjänster' })
  const card = list.getByRole('article').filter({ hasText: 'Klassisk massage' })
  await expect(card).toContainText('Mjuka Händer Massage')
  await expect(card).toContainText('60 min')
  await expect(card).toContainText('10% Kvartera-rabatt')
  await expect(card.locator('s')).toContainText('790 kr')
  await expect(card).toContainText('711 kr')
  await expect(list.getByText('Trygghetspartner').first()).toBeVisible()

  await page.getByRole('link', { name: 'Massage', exact: true }).click()
  await expect(list.getByRole('article')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Sök tjänst eller företag' }).fill('massge')
  await page.getByRole('button', { name: 'Sök' }).click()
  await expect(page).toHaveURL(/q=massge/)
  await page.getByRole('link', { name: 'Klassisk massage' }).click()

  const confirm = page.getByRole('region', { name: 'Bekräfta bokning' })
  await expect(confirm.getByText('Ordinarie pris')).toBeVisible()
  await expect(confirm.getByText('−79 kr')).toBeVisible()
  await expect(confirm.getByText('711 kr')).toBeVisible()
  await expect(confirm.getByText('Du kan avboka utan kostnad fram till 24 timmar innan')).toBeVisible()
  const button = confirm.getByRole('button', { name: 'Bekräfta bokning' })
  // The first day with a free time is preselected, and another can be chosen.
  await expect(confirm.getByRole('radio').first()).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(confirm.getByLabel('Adress dit de ska komma')).toHaveCount(0)
  await confirm.getByRole('button', { name: 'Nästa' }).first().click()
  const free = confirm.locator(
    'td [role=button]:not([data-disabled]):not([data-unavailable]):not([data-outside-month])',
  )
  await free.first().click()
  await expect(confirm.getByRole('radio').first()).toBeChecked()
  await confirm.getByText('Telefon och hälsning').click()
  await confirm.getByLabel('Hälsning till företaget').fill('Portkoden är 1234.')
  await expect(button).toBeEnabled()
  await sayYesToEarlyStart(page)
  await button.click()
  await expect(page.getByText('Bokning skickad!')).toBeVisible()
  await expect(page.getByText('Företaget kommer att bekräfta din bokning inom kort')).toBeVisible()
  // The confirmation stays on a page of its own: what, when, where, how it is paid, until when it can be cancelled, and
  // what comes next.
  await expect(page).toHaveURL(/\/dashboard\/customer\/bookings\/[^/]+$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
  await expect(page.getByText(/Hos Mjuka Händer Massage, /)).toBeVisible()
  await expect(page.getByText(/^Du betalar till Mjuka Händer Massage/)).toBeVisible()
  await expect(page.getByText(/kostar det ingenting att avboka/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lägg till i kalendern' })).toBeVisible()

  await page.goto('/dashboard/customer/bookings')
  await expect(page.getByText('Väntar på bekräftelse').first()).toBeVisible()
})

test('the error summary of a refused booking has the focus and is in view', async ({ page }) => {
  await logIn(page, demo.member)
  await choose(page, 'Fönsterputs, lägenhet')
  await page.getByLabel('Adress dit de ska komma').fill('')
  await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Bokning misslyckades' })
  await expect(summary).toBeFocused()
  // Scrolling to the address's anchor is smooth, so this waits for its end.
  await toRest(page)
  await expect(summary).toBeInViewport({ ratio: 1 })
})

test('a time that was taken meanwhile is refused with the reason, and the address is kept @long', async ({ page }) => {
  await logIn(page, demo.member)
  await choose(page, 'Gräsklippning')
  const confirm = page.getByRole('region', { name: 'Bekräfta bokning' })
  await expect(confirm.getByRole('radio', { checked: true })).toBeVisible()
  await confirm.getByLabel('Adress dit de ska komma').fill('Kämpetorpsvägen 3')
  // Another tab books the time first.
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await other.getByLabel('Adress dit de ska komma').fill('Kämpetorpsvägen 3')
  await sayYesToEarlyStart(other)
  await other.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(other.getByText('Bokning skickad!')).toBeVisible()
  await sayYesToEarlyStart(page)
  await confirm.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(page.getByRole('alert').getByText('Bokning misslyckades')).toBeVisible()
  // The time was taken by the member's own booking, and the message says so.
  await expect(page.getByText(/^Krockar med en egen bokning/).first()).toBeVisible()
  await expect(confirm.getByLabel('Adress dit de ska komma')).toHaveValue('Kämpetorpsvägen 3')
  await confirm.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(page.getByText('Bokning skickad!')).toBeVisible()
})

test('the booking page with a service and a day chosen is accessible', { tag: '@long' }, async ({ page }) => {
  await logIn(page, demo.member)
  await choose(page, 'Hunddag')
  const confirm = page.getByRole('region', { name: 'Bekräfta bokning' })
  await expect(confirm.getByRole('radio', { checked: true })).toBeVisible()
  await confirm.getByText('Varför går vissa dagar inte att välja?').click()
  await confirm.getByText('Telefon och hälsning').click()
  await expectForEveryone(page, everyLook)
})

test('a search without results and an address with invalid parameters still lead to services', {
  tag: '@long',
}, async ({ page }) => {
  await logIn(page, demo.member)
  await page.goto(`${bookPage}?q=xyzzyxyzzy`)
  await expect(page.getByRole('heading', { name: 'Inga tjänster hittades' })).toBeVisible()
  await page.getByRole('link', { name: 'Visa alla tjänster' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto(`${bookPage}?service=skräp&day=igår&after=1`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto(`${bookPage}?service=00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('Tjänsten går inte längre att boka. Välj en annan.')).toBeVisible()
})

test('keyboard focus moves to the content that the page shows next @long', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await logIn(page, demo.member)
  await page.goto(bookPage)
  const card = page.getByRole('link', { name: 'Medicinsk fotvård', exact: true })
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Bekräfta bokning' })).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Sök tjänst eller företag' })
  await search.fill('fotvård')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=fotv/)
  await expect(page.getByRole('region', { name: 'Tjänster' })).toBeFocused()
  await page.getByRole('link', { name: 'Mina bokningar' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mina bokningar', level: 1 })).toBeFocused()
})

test('a day picked by keyboard for another time keeps the focus in the calendar @long', async ({ page }) => {
  await logIn(page, demo.member)
  await page.goto('/dashboard/customer/bookings?visa=kommande')
  await page
    .getByRole('link', { name: /^Visa bokningen/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Föreslå ny tid' }).click()
  // Today is called the first available day besides.
  const chosen = page.getByRole('button', { name: / har valts/ })
  await chosen.focus()
  // A week later, since the company is open that day.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/dag=/)
  await expect(page.getByRole('group', { name: /^Lediga tider/ })).toBeVisible()
  await expect(chosen).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a member chooses by links, asks for a day and books', async ({ page }) => {
    await logIn(page, demo.member)
    await choose(page, 'Medicinsk fotvård')
    const confirm = page.getByRole('region', { name: 'Bekräfta bokning' })
    await expect(confirm.getByRole('radio', { checked: true })).toBeVisible()
    // Without JavaScript there is no calendar to explain.
    await expect(confirm.getByText('Dagar med ram har lediga tider')).toBeHidden()
    // A Sunday, when the company is closed: the page says why, and links to the next free day.
    const sunday = new Date(Date.now() + 14 * 86_400_000)
    sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7))
    await confirm.getByLabel('Välj dag').fill(sunday.toISOString().slice(0, 10))
    await confirm.getByRole('button', { name: 'Visa tider' }).click()
    await expect(confirm.getByText('går inte att boka: stängt')).toBeVisible()
    await confirm.getByRole('link', { name: /^Nästa lediga dag/ }).click()
    await expect(confirm.getByRole('radio').first()).toBeChecked()
    await sayYesToEarlyStart(page)
    await confirm.getByRole('button', { name: 'Bekräfta bokning' }).click()
    await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
  })
})

import { expect, type Page } from '@playwright/test'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible } from '../support/browser/scan'

const names = (page: Page) => page.getByRole('article').getByRole('heading')

async function search(page: Page, words: string) {
  await page.getByLabel('Sök företag, kategori eller tjänst').fill(words)
  await page.getByRole('button', { name: 'Sök' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a misspelt search finds a company, whose profile shows prices and links to booking', async ({ page }) => {
      await page.goto('/companies')
      await search(page, 'staädning')
      await expect(page).toHaveURL(/[?&]q=sta/)
      // Other journeys register cleaners meanwhile, but nobody registers gardeners.
      await expect(names(page).filter({ hasText: 'Lind Städ & Hem' })).toBeVisible()
      await expect(names(page).filter({ hasText: 'Björk & Bark' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Visa profil: Lind Städ & Hem' }).click()

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lind Städ & Hem')
      const service = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: 'Hemstäd, två timmar' }) })
      await expect(service).toContainText('2 tim')
      await expect(service.locator('s')).toHaveText(/^900\skr$/)
      await expect(service).toContainText(/Ditt pris\s*810\skr/)
      await expect(service).toContainText(/Ordinarie pris 900\skr/)
      await expect(service).toContainText(/Rutavdrag möjligt: ungefär 405\skr i stället för 810\skr/)
      await expect(page.getByText('Hur mycket du har kvar vet Skatteverket')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Fönsterputs på köpet' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Ring', exact: true })).toHaveAttribute('href', /^tel:\+46/)
      const booking = /^\/dashboard\/customer\/book\?service=/
      await expect(page.getByRole('link', { name: 'Boka', exact: true })).toHaveAttribute('href', booking)
      await expect(page.getByRole('link', { name: 'Boka Hemstäd, två timmar' })).toHaveAttribute('href', booking)
      await page.getByRole('link', { name: /^Alla företag i Älvsjö/ }).click()
      await expect(page).toHaveURL(/\/companies\?postal=12540$/)
    })

    test('chips narrow the list and keep the search words', { tag: '@long' }, async ({ page }) => {
      await page.goto('/companies?postal=12540&q=lvsj')
      await expect(names(page)).toHaveText(['Älvsjö Hundvakt'])
      const chips = page.getByRole('navigation', { name: 'Kategorier' })
      await chips.getByRole('link', { name: /^Frisör/ }).click()
      await expect(page.getByRole('heading', { name: 'Inga företag hittades' })).toBeVisible()
      await expect(page).toHaveURL(/q=lvsj&category=hair/)
      await page.getByRole('link', { name: 'Visa alla i 125 40' }).click()
      // Partners are listed first, those whose application is pending among them (docs/decisions/0175).
      await expect(page.getByRole('article').filter({ hasText: 'Trygghetspartner' }).first()).toBeVisible()
      await expect(page.getByRole('article').last()).not.toContainText('Trygghetspartner')
      await expect(chips.getByRole('link', { name: /^Alla/ })).toHaveAttribute('aria-current', 'true')
    })

    test('a postcode can be searched for with a space in it', { tag: '@long' }, async ({ page }) => {
      await page.goto('/companies')
      await page.getByLabel('Postnummer').fill('999 99')
      await page.getByRole('button', { name: 'Sök' }).click()
      await expect(page.getByRole('heading', { name: 'Inga företag hittades' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Anslut ert företag' }).first()).toHaveAttribute(
        'href',
        /postal=99999/,
      )
    })
  })
}

test('a search in progress says “Laddar företag...”', { tag: '@long' }, async ({ page }) => {
  await page.goto('/companies')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/companies\?q=/, async (route) => {
    await held
    await route.continue()
  })
  // A locator would wait for the navigation to end, so the page itself reports its text.
  await page.evaluate(() => {
    const place = document.querySelector<HTMLElement>('#foretag')
    if (!place) return
    // biome-ignore lint/suspicious/noConsole: what is heard of a page that is being left
    new MutationObserver(() => console.log(place.innerText)).observe(place, { childList: true })
  })
  const said = page.waitForEvent('console', (message) => message.text() === 'Laddar företag...')
  // The click resolves only when the page that it leads to has loaded.
  const searched = search(page, 'frisor')
  await said
  answer()
  await searched
  await expect(names(page)).toHaveText(['Salong Solberga'])
  await expect(page.getByText('Laddar företag...')).toBeHidden()
})

test('a company’s page has structured data and an image for sharing that may be cached for ever @long', async ({
  page,
  request,
}) => {
  await page.goto('/companies?q=lind')
  await page.getByRole('link', { name: /^Visa profil/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lind Städ & Hem')
  // The page's head as a search engine gets it.
  const html = await (await request.get(page.url())).text()
  const [, told = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(told)).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Lind Städ & Hem',
    address: { postalCode: '125 40' },
  })
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  const picture = await request.get(address)
  expect(picture.headers()['content-type']).toBe('image/png')
  expect(picture.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  const other = await request.get(address.replace(/v=.*/, 'v=old'))
  expect(other.headers()['cache-control']).toBe('public, max-age=3600')
})

for (const address of [
  '/company/0198c0de-0000-7000-8000-000000000001',
  '/company/nonsens',
  '/og/company/nonsens.png',
]) {
  test(`${address} returns 404`, async ({ request }) => {
    expect((await request.get(address)).status()).toBe(404)
  })
}

test('a company’s profile is accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/companies?q=lind')
  await page.getByRole('link', { name: /^Visa profil/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lind Städ & Hem')
  await expectAccessible(page)
})

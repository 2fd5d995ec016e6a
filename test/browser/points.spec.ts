import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { letBegin, letCount } from '../support/browser/begun'
import { demo, logIn, newEmail, sayWhere, sayYesToEarlyStart, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible, scanIf } from '../support/browser/scan'

/** Companies that no other test uses. */
const shops = {
  true: { name: 'Mjuka Händer Massage', email: 'foretag04@demo.example', service: 'Klassisk massage' },
  false: { name: 'Fötterna Först', email: 'foretag05@demo.example', service: 'Medicinsk fotvård' },
} as const

async function openPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled })).newPage()
}

/** Searched for, since the list is paginated and other journeys register companies meanwhile. */
async function openProfile(page: Page, name: string) {
  await page.goto(`/companies?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Visa profil: ${name}` }).click()
}

/** From the company's public profile, through the login, to a booking of the first free time. */
async function bookFromProfile(page: Page, { name, service }: { name: string; service: string }) {
  await openProfile(page, name)
  await page.getByRole('link', { name: `Boka ${service}` }).click()
  await expect(page.getByRole('heading', { name: 'Bekräfta bokning' })).toBeVisible()
  await sayWhere(page)
  await sayYesToEarlyStart(page)
  await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(page.getByText('Bokning skickad!')).toBeVisible()
}

async function confirmAndComplete(page: Page, member: string) {
  await page.goto('/dashboard/provider/bookings')
  const booking = page.getByRole('article').filter({ hasText: member }).first()
  await booking.getByRole('button', { name: /^Bekräfta/ }).click()
  await expect(page.getByText('Status uppdaterad')).toBeVisible()
  await booking.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/provider\/bookings\/[0-9a-f-]+/)
  await expect(page.getByRole('button', { name: /^Markera som genomförd/ })).toHaveCount(0)
  // Three weeks back: the overview asks for reviews of the last thirty days, in which these companies have no other
  // jobs.
  await letBegin(member, 3)
  await page.reload()
  await page.getByRole('button', { name: /^Markera som genomförd/ }).click()
  await expect(page.getByRole('button', { name: /^Ångra/ })).toBeVisible()
  await letCount(member)
  await page.reload()
  await expect(page.getByRole('main').getByText('Genomförd', { exact: true }).first()).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const scan = scanIf(javaScriptEnabled)

    test('a completed job is reviewed, gives points, is answered, and everybody can read the review @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const shop = shops[`${javaScriptEnabled}`]
      const first = `Prov${randomInt(1e6)}`
      const email = newEmail()
      await signUpMember(page, { email, name: `${first} Hemlig` })
      await expect(page).toHaveURL('/dashboard/customer')
      await page.goto('/dashboard/customer/points')
      await expect(page.getByText('Inga poäng ännu')).toBeVisible()
      await scan(page)
      await bookFromProfile(page, shop)

      const owner = await openPage(browser, javaScriptEnabled)
      await logIn(owner, shop.email)
      await confirmAndComplete(owner, `${first} Hemlig`)

      await page.goto('/dashboard/customer')
      await scan(page)
      await page.getByRole('link', { name: `Hur gick det med ${shop.service}?` }).click()
      await page.getByRole('button', { name: 'Lämna omdömet' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Välj ett betyg' })).toBeVisible()
      await page.getByRole('radio', { name: /^4 av 5/ }).check({ force: true })
      await page.getByLabel('Med egna ord').fill(`Varma händer, säger ${first}`)
      await scan(page)
      const stale = await page.context().newPage()
      await stale.goto(page.url())
      await stale.getByRole('button', { name: 'Lämna omdömet' }).click()
      await expect(stale.getByRole('alert').filter({ hasText: 'Välj ett betyg' })).toBeVisible()
      await page.getByRole('button', { name: 'Lämna omdömet' }).click()
      await expect(page.getByText('Tack för ditt omdöme')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Spara ändringen' })).toBeVisible()

      // A form that was opened before replaces nothing until it has shown what it would replace. The first window is
      // left: two that are visible at once share the notice, and the one that is drawn first shows it.
      await page.goto('about:blank')
      await stale.getByRole('radio', { name: /^4 av 5/ }).check({ force: true })
      await stale.getByLabel('Med egna ord').fill(`Varma händer, igen, säger ${first}`)
      await stale.getByRole('button', { name: /^(Lämna omdömet|Spara ändringen)$/ }).click()
      await expect(stale.getByRole('alert').filter({ hasText: 'redan lämnat ett nyare omdöme' })).toBeVisible()
      await expect(stale.getByRole('main')).toContainText(`Varma händer, säger ${first}`)
      await expect(stale.getByLabel('Med egna ord')).toHaveValue(`Varma händer, igen, säger ${first}`)
      await stale.getByRole('button', { name: 'Spara ändringen' }).click()
      await expect(stale.getByText('Omdömet är ändrat')).toBeVisible()
      await stale.close()

      await page.goto('/dashboard/customer/points')
      await expect(page.getByRole('listitem').filter({ hasText: shop.service })).toContainText('+')
      await expect(page.getByRole('listitem').filter({ hasText: `Omdöme om ${shop.name}` })).toContainText('+25')
      await scan(page)

      await owner.goto('/dashboard/provider/reviews?visa=obesvarade')
      await scan(owner)
      const review = owner.getByRole('listitem').filter({ hasText: `säger ${first}` })
      await review.getByText(`Svara ${first}`).click()
      await review.getByLabel('Ert svar').fill(`Tack ${first}`)
      await review.getByRole('button', { name: 'Svara', exact: true }).click()
      await expect(owner.getByText('Svaret är sparat')).toBeVisible()
      await review.getByRole('link', { name: /^Anmäl/ }).click()
      await owner.getByLabel('Varför borde det inte visas?').fill('Det var någon annan')
      await owner.getByRole('button', { name: 'Skicka anmälan' }).click()
      await expect(owner.getByRole('heading', { name: 'Anmälan är skickad' })).toBeVisible()
      await owner.goto('/dashboard/provider/reviews')
      await expect(review).toContainText(/Ni anmälde det \d+ /)
      await expect(review.getByRole('link', { name: /^Anmäl/ })).toHaveCount(0)
      await scan(owner)
      await review.getByRole('link', { name: /^Se anmälan/ }).click()
      await expect(owner.getByRole('heading', { name: 'Anmälan är skickad' })).toBeVisible()

      const visitor = await openPage(browser, javaScriptEnabled)
      await openProfile(visitor, shop.name)
      const shown = visitor.getByRole('listitem').filter({ hasText: `säger ${first}` })
      await expect(shown).toContainText(`Svar från ${shop.name}`)
      await expect(shown.getByRole('img', { name: '4 av 5' })).toBeVisible()
      await expect(visitor.getByText('Hemlig')).toHaveCount(0)
      expect(await visitor.locator('script[type="application/ld+json"]').innerText()).toContain('AggregateRating')
    })
  })
}

test('booking from a profile leads through the login to the booking page', { tag: '@long' }, async ({ page }) => {
  await openProfile(page, 'Salong Solberga')
  await page.getByRole('link', { name: 'Boka', exact: true }).first().click()
  await expect(page).toHaveURL(/\/auth\?redirectTo=/)
  await page.getByLabel('E-post').fill(demo.member)
  await page.getByLabel('Lösenord', { exact: true }).fill('kvarter12540')
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(/\/dashboard\/customer\/book\?service=/)
})

test('an admin hides a review with a reason and shows it again', { tag: '@long' }, async ({ page, browser }) => {
  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/reviews')
  await expectAccessible(page)
  const words = 'Bosse var lerig, trött och lycklig.'
  const review = page.getByRole('listitem').filter({ hasText: words })
  await review.getByRole('button', { name: 'Dölj' }).click()
  await page.getByRole('button', { name: 'Dölj omdömet', exact: true }).and(page.locator(':visible')).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Skriv varför omdömet ska döljas' })).toBeVisible()
  await page.getByLabel('Varför?').and(page.locator(':visible')).fill('Ett prov')
  await page.getByRole('button', { name: 'Dölj omdömet', exact: true }).and(page.locator(':visible')).click()
  await expect(page.getByText('Omdömet är dolt')).toBeVisible()

  const visitor = await openPage(browser, true)
  await openProfile(visitor, 'Älvsjö Hundvakt')
  await expect(visitor.getByText('Ingen har lämnat ett omdöme')).toBeVisible()

  await page.goto('/dashboard/admin/reviews?visa=dolda')
  await page.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Visa igen' }).click()
  await expect(page.getByText('Omdömet syns igen')).toBeVisible()
  await expect(page).toHaveURL(/\?visa=dolda/)
  await visitor.reload()
  await expect(visitor.getByText(words)).toBeVisible()
})

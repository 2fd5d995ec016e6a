import { randomBytes } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import ICAL from 'ical.js'
import { letBegin, letCount } from '../../support/browser/begun'
import { logIn, newEmail, sayWhere, sayYesToEarlyStart, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { scanIf } from '../../support/browser/scan'
import { beforeItLooks } from '../../support/pace/soon'

async function book(page: Page, day: string) {
  await chooseService(page, day)
  await sayWhere(page)
  await sayYesToEarlyStart(page)
  await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(page.getByText('Bokning skickad!')).toBeVisible()
}

/** A new member with a booking, on their list of bookings. */
async function newMemberWhoBooked(page: Page, day: string): Promise<string> {
  const name = `Prov ${randomBytes(4).toString('hex')}`
  await signUpMember(page, { name, email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')
  await book(page, day)
  await page.goto('/dashboard/customer/bookings')
  return name
}

async function openCompany(browser: Browser, javaScriptEnabled: boolean, who: string) {
  const context = await browser.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  await logIn(page, company.email)
  await page.goto('/dashboard/provider/bookings?visa=vantar')
  return { context, page, card: page.getByRole('article').filter({ hasText: who }) }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })
    // Different days for the two runs, so that they do not collide.
    const dayOf = (number: number) => workday(10 + number * 2 + (javaScriptEnabled ? 0 : 1))
    const opener = javaScriptEnabled ? 'button' : 'link'

    const scan = scanIf(javaScriptEnabled)
    /** With JavaScript an open page updates by itself; without, it is reloaded. */
    const lookAgain = async (page: Page) => {
      if (!javaScriptEnabled) await page.reload()
    }

    test('a member books, the company confirms and completes, and the member’s page follows', async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = await newMemberWhoBooked(page, dayOf(0))
      const row = page.getByRole('article').filter({ hasText: service })
      await expect(page.getByRole('heading', { name: 'Mina bokningar' })).toBeVisible()
      await expect(row.getByText('Väntar på bekräftelse')).toBeVisible()
      await expect(row.getByText(company.name)).toBeVisible()
      await expect(row.getByText('625,50 kr')).toBeVisible()
      await expect(row.getByText(/^\d{2}\.\d{2}$/)).toBeVisible()
      await scan(page)

      const { context, page: theirs, card } = await openCompany(browser, javaScriptEnabled, name)
      await card.getByRole('button', { name: /^Bekräfta bokning/ }).click()
      await expect(theirs.getByText('Status uppdaterad')).toBeVisible()
      await lookAgain(page)
      await expect(row.getByText('Bekräftad', { exact: true })).toBeVisible(beforeItLooks)

      await theirs.goto('/dashboard/provider/bookings?visa=bekraftade')
      await scan(theirs)
      await expect(card.getByRole('button', { name: /^Markera som genomförd/ })).toHaveCount(0)
      await letBegin(name)
      await theirs.reload()
      await card.getByRole('button', { name: /^Markera som genomförd/ }).click()
      // It can be taken back for a minute, and the member has not been told.
      await expect(theirs.getByText('Status uppdaterad')).toBeVisible()
      await expect(card.getByText(/^Räknas som genomförd kl\. \d{2}\.\d{2}\.\d{2}$/)).toBeVisible()
      await expect(card.getByRole('button')).toHaveCount(1)
      await scan(theirs)
      await card.getByRole('button', { name: /^Ångra/ }).click()
      await expect(theirs.getByText('Bokningen är bekräftad, som förut.')).toBeVisible()
      await card.getByRole('button', { name: /^Markera som genomförd/ }).click()
      await expect(card.getByRole('button', { name: /^Ångra/ })).toBeVisible()
      await page.reload()
      await expect(row.getByText('Bekräftad', { exact: true })).toBeVisible()
      await letCount(name)
      await lookAgain(page)
      await expect(row.getByText('Genomförd', { exact: true })).toBeVisible(beforeItLooks)
      await theirs.goto('/dashboard/provider/bookings?visa=genomforda')
      await expect(card.getByText('Genomförd', { exact: true })).toBeVisible()
      await expect(card.getByRole('button')).toHaveCount(0)
      await context.close()

      await row.getByRole('link', { name: service, exact: true }).click()
      await expect(page.getByRole('link', { name: 'Lämna ett omdöme' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Boka igen' })).toBeVisible()
      await expect(page.getByText(`${company.name} bekräftade bokningen`)).toBeVisible()
      await scan(page)
    })

    test('a member cancels, with a reason that the company reads @long', async ({ page, browser }) => {
      const name = await newMemberWhoBooked(page, dayOf(1))
      await page.getByRole('link', { name: service, exact: true }).click()
      await page.getByRole(opener, { name: 'Avboka' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('det kostar ingenting')).toBeVisible()
      await dialog.getByLabel('Varför?').fill('Datorn hoppade igång igen.')
      await scan(page)
      await dialog.getByRole('button', { name: 'Avboka' }).click()
      await expect(page.getByText('Bokningen är avbokad')).toBeVisible()
      await expect(page.getByText('Du avbokade.')).toBeVisible()

      const { context, page: theirs, card } = await openCompany(browser, javaScriptEnabled, name)
      await expect(card).toHaveCount(0)
      await theirs.goto('/dashboard/provider/bookings?visa=avbokade')
      await expect(card.getByText('Datorn hoppade igång igen.')).toBeVisible()
      await context.close()
    })

    test('a company declines with a reason, and the member reads it', { tag: '@long' }, async ({ page, browser }) => {
      const name = await newMemberWhoBooked(page, dayOf(2))
      const { context, page: theirs, card } = await openCompany(browser, javaScriptEnabled, name)
      await card.getByRole(opener, { name: /^Tacka nej/ }).click()
      const dialog = theirs.getByRole('dialog')
      await dialog.getByLabel('Varför?').fill('Vi är på kurs den dagen.')
      await scan(theirs)
      await dialog.getByRole('button', { name: 'Tacka nej' }).click()
      await expect(theirs.getByText('Status uppdaterad')).toBeVisible()
      await context.close()
      await lookAgain(page)
      await expect(page.getByText('Avbokad', { exact: true })).toBeVisible(beforeItLooks)
      await page.getByRole('link', { name: service, exact: true }).click()
      await expect(page.getByText('Vi är på kurs den dagen.')).toBeVisible()
    })

    test('a company proposes a new time, the member says yes, and the calendar file is updated', {
      tag: '@long',
    }, async ({ page, browser }) => {
      test.slow()
      const name = await newMemberWhoBooked(page, dayOf(3))
      await page.getByRole('link', { name: service, exact: true }).click()
      const before = await readEvent(page)
      expect(before).toMatchObject({ sequence: 0, status: 'TENTATIVE' })

      const { context, page: theirs, card } = await openCompany(browser, javaScriptEnabled, name)
      await card.getByRole('link', { name: /^Föreslå ny tid/ }).click()
      await expect(theirs.getByRole('heading', { name: 'Föreslå ny tid' })).toBeVisible()
      await theirs.goto(`${new URL(theirs.url()).pathname}?dag=${dayOf(3)}`)
      await theirs.getByRole('radio', { name: '16.30' }).check()
      await scan(theirs)
      await theirs.getByRole('button', { name: 'Skicka förslaget' }).click()
      await expect(theirs.getByText('Förslaget är skickat')).toBeVisible()

      await lookAgain(page)
      const proposal = page.getByRole('region', { name: 'Förslag på ny tid' })
      await expect(proposal.getByText(/kl\. 16\.30–17\.30/)).toBeVisible(beforeItLooks)
      await scan(page)
      await proposal.getByRole('button', { name: 'Ja, den tiden passar' }).click()
      await expect(page.getByText('Ny tid bokad')).toBeVisible()
      await expect(page.getByText('Bekräftad', { exact: true })).toBeVisible()
      await expect(page.getByText(/^Du sa ja till en ny tid/)).toBeVisible()
      const after = await readEvent(page)
      expect(after).toMatchObject({ uid: before.uid, status: 'CONFIRMED' })
      expect(after.sequence).toBeGreaterThan(before.sequence)
      await lookAgain(theirs)
      await expect(theirs.getByText('Bekräftad', { exact: true })).toBeVisible(beforeItLooks)
      await context.close()
    })

    test('a member’s calendar feed can be created, renewed and removed', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      await newMemberWhoBooked(page, dayOf(4))
      await page.getByRole('link', { name: 'Följ i din kalender' }).click()
      await page.getByRole('button', { name: 'Skapa en länk' }).click()
      const shown = page.getByText(/\/calendar\.ics\?key=/)
      await expect(shown).toBeVisible()
      await scan(page)
      const first = await shown.innerText()
      // A calendar program elsewhere, without cookies.
      const program = await browser.newContext()
      const feed = await program.request.get(pathOf(first))
      expect(feed.headers()['content-type']).toContain('text/calendar')
      expect(eventsIn(await feed.text())).toMatchObject([{ status: 'TENTATIVE' }])

      await page.getByRole(opener, { name: 'Byt länk' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Byt länk' }).click()
      await expect(page.getByText('Länken är bytt')).toBeVisible()
      const second = await shown.innerText()
      expect((await program.request.get(pathOf(first))).status()).toBe(410)
      expect((await program.request.get(pathOf(second))).status()).toBe(200)

      await page.getByRole(opener, { name: 'Ta bort länken' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
      await expect(page.getByText('Länken är borttagen')).toBeVisible()
      expect((await program.request.get(pathOf(second))).status()).toBe(410)
      await program.close()
    })
  })
}

test('a request answered by keyboard leaves the list and the next one gets the focus, even if a colleague answers too', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.slow()
  // On a day that only this journey uses, so that no other booking comes between; one more booking comes after them.
  await newMemberWhoBooked(await (await browser.newContext()).newPage(), workday(36))
  const name = await newMemberWhoBooked(page, workday(31))
  for (const _ of ['second', 'third']) await book(page, workday(31))
  const { page: theirs, card, context } = await openCompany(browser, true, name)
  const rowsOf = (list: Page) =>
    list.locator('main ul > li').filter({ has: list.getByRole('article').filter({ hasText: name }) })
  await expect(rowsOf(theirs)).toHaveCount(3)
  const next = await rowsOf(theirs).nth(2).getByRole('heading').getAttribute('id')
  const colleagues = await context.newPage()
  await colleagues.goto(theirs.url())
  await theirs.route('**/dashboard/provider/bookings**', async (route) => {
    if (route.request().method() === 'POST') {
      await rowsOf(colleagues)
        .first()
        .getByRole('button', { name: /^Bekräfta bokning/ })
        .press('Enter')
      await expect(colleagues.getByText('Status uppdaterad')).toBeVisible()
    }
    await route.continue()
  })
  await rowsOf(theirs)
    .nth(1)
    .getByRole('button', { name: /^Bekräfta bokning/ })
    .press('Enter')
  await expect(theirs.getByText('Status uppdaterad')).toBeVisible()
  await expect(card).toHaveCount(1)
  await expect(theirs.locator('main li:focus').getByRole('heading')).toHaveAttribute('id', next ?? '')
})

test('a company sees its week and its earnings, and downloads its bookings as CSV', { tag: '@long' }, async ({
  page,
}) => {
  await logIn(page, 'foretag@demo.example')
  await page.goto('/dashboard/provider/bookings')
  await page.getByRole('link', { name: 'Vecka', exact: true }).click()
  await expect(page.getByText(/^Vecka \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Nästa vecka' }).click()
  await expect(page.getByRole('link', { name: 'Den här veckan' })).toBeVisible()
  await page.goto('/dashboard/provider/earnings')
  await page.getByText('Visa som tabell').click()
  await expect(page.getByRole('table', { name: 'Till er efter avgift, per månad' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Hämta alla bokningar som CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bokningar-\d{4}-\d{2}-\d{2}\.csv$/)
})

/** The page's calendar file, parsed. */
async function readEvent(page: Page) {
  const link = await page.getByRole('link', { name: 'Lägg till i kalendern' }).getAttribute('href')
  const [event] = eventsIn(await (await page.request.get(link ?? '')).text())
  if (!event) throw new Error('no event in the file')
  return event
}

function eventsIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence } = new ICAL.Event(component)
    return { uid, sequence, status: component.getFirstPropertyValue('status') }
  })
}

/** The path only: the product under test runs on another port than the one in its addresses. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

import { expect, type Page } from '@playwright/test'
import { demo, logIn, newEmail, readSms } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { addGuard, guardCompany, newGuard, openPhone, walkedPostcode } from '../support/browser/guard-journey'

const shiftThatIsOn = (phone: Page) =>
  phone.getByRole('listitem').filter({ hasText: '125 31' }).getByRole('link').first()

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })
    const first = javaScriptEnabled ? 'Vera' : 'Nils'

    test('a guard is added, logs in by the link, goes on duty, and is shut out when the link is revoked', {
      tag: '@long',
    }, async ({ page, browser }) => {
      await logIn(page, guardCompany)
      const guard = newGuard(`${first}a`)
      await page.goto('/dashboard/provider/guards')
      await page.getByRole('button', { name: 'Lägg till och skicka länken' }).click()
      await expect(page.getByRole('alert').getByText('Fyll i väktarens namn')).toBeVisible()
      await addGuard(page, guard)
      const row = page.getByRole('listitem').filter({ hasText: guard.name })
      await expect(row.getByText('Numret är inte bekräftat')).toBeVisible()

      const phone = await openPhone(browser, guard, javaScriptEnabled)
      await expect(phone.getByRole('heading', { name: 'Du nås inte av larm' })).toBeVisible()
      await phone.getByRole('button', { name: 'I tjänst 4 timmar' }).click()
      await expect(phone.getByRole('heading', { name: 'Du nås av larm' })).toBeVisible()
      await page.reload()
      await expect(row.getByText('Nås av larm nu')).toBeVisible()

      await row.getByRole('link', { name: `Ändra ${guard.name}` }).click()
      await page.getByRole('button', { name: 'Spärra länken' }).click()
      await expect(page.getByText('Länken är spärrad')).toBeVisible()
      await phone.goto('/vakt')
      await expect(phone.getByRole('heading', { name: 'Öppna länken i ditt SMS' })).toBeVisible()
      await phone.close()
    })

    test('a guard’s number is verified by a code, and the guard can be removed', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      await logIn(page, guardCompany)
      const guard = newGuard(`${first}b`)
      await addGuard(page, guard)
      await page.getByRole('link', { name: `Ändra ${guard.name}` }).click()
      await page.getByRole('button', { name: 'Skicka en kod' }).click()
      await expect(page.getByText('Koden är skickad')).toBeVisible()
      const code = /\d{6}/.exec(await readSms(browser, guard.phone, 'Kod för mobilnumret'))?.[0] ?? ''
      await page.getByLabel('Koden i SMS:et').fill(code === '000000' ? '000001' : '000000')
      await page.getByRole('button', { name: 'Bekräfta numret' }).click()
      await expect(page.getByText(/Koden stämmer inte/).first()).toBeVisible()
      await page.getByLabel('Koden i SMS:et').fill(code)
      await page.getByRole('button', { name: 'Bekräfta numret' }).click()
      await expect(page.getByText('Numret är bekräftat')).toBeVisible()

      await page.getByText('Ta bort väktaren', { exact: true }).click()
      await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
      await expect(page.getByText('Väktaren är borttagen')).toBeVisible()
      await expect(page.getByRole('heading', { name: guard.name })).toHaveCount(0)
    })

    test('a guard checks in, adds a stop and checks out; a member sees the stop without note and surname', async ({
      page,
      browser,
    }) => {
      await logIn(page, guardCompany)
      const guard = newGuard(`${first}c`)
      await addGuard(page, guard)
      const phone = await openPhone(browser, guard, javaScriptEnabled)
      await shiftThatIsOn(phone).click()
      await phone.getByRole('button', { name: 'Checka in' }).click()
      await expect(phone.getByText('Du är incheckad')).toBeVisible()
      await phone.getByText('Skriv en anteckning till stoppet').click()
      await phone.getByLabel('Anteckning').fill(`Lyktan är trasig, ${guard.name}`)
      await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
      const noted = phone.getByRole('listitem').filter({ hasText: `Lyktan är trasig, ${guard.name}` })
      await expect(noted).toHaveCount(1)

      const member = await browser.newPage({ javaScriptEnabled })
      await signUpIn(member, walkedPostcode)
      await member.goto('/dashboard/customer/patrols')
      await expect(member.getByText('En väktare är ute nu')).toBeVisible()
      await expect(member.getByText('Stopp på ronden').first()).toBeVisible()
      await expect(member.getByText(/Lyktan|Provsson/)).toHaveCount(0)
      await member.close()

      await phone.getByRole('button', { name: 'Checka ut' }).click()
      await expect(phone.getByText('Du är utcheckad')).toBeVisible()
      await phone.getByRole('link', { name: 'Hem' }).first().click()
      await phone.getByRole('button', { name: 'Glöm den här telefonen' }).click()
      await expect(phone.getByRole('heading', { name: 'Öppna länken i ditt SMS' })).toBeVisible()
      await phone.close()
    })

    test('a partner hands a shift back and takes it again, and an admin sees who has it', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      await logIn(page, guardCompany)
      await page.goto('/dashboard/provider/shifts')
      // Different days for the two runs, which run in parallel. In 125 40: once other journeys have given the company
      // further postcodes, its buttons name the postcode.
      const button = (deed: string, day = '[^,]+') =>
        page.getByRole('button', { name: new RegExp(`^${deed} ${day}(, 125 40)?$`) })
      const day = button('Lämna tillbaka').nth(javaScriptEnabled ? 4 : 6)
      const [, name = ''] = /^Lämna tillbaka ([^,]+)/.exec((await day.getAttribute('aria-label')) ?? '') ?? []
      // Found by its name, since the other run's day leaves the list meanwhile.
      await button('Lämna tillbaka', name).click()
      await expect(page.getByText('Passet är ledigt igen')).toBeVisible()
      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await office.goto('/dashboard/admin/patrols')
      await office.getByRole('link', { name: '125 40 Älvsjö' }).click()
      const free = office
        .getByRole('listitem')
        .filter({ hasText: new RegExp(name, 'i') })
        .first()
      await expect(free.getByText('Ledigt')).toBeVisible()
      await button('Ta passet', name).click()
      await expect(page.getByText('Passet är ert')).toBeVisible()
      await office.reload()
      await expect(free.getByText('Planerat')).toBeVisible()
      await free.getByLabel('Företag').selectOption({ label: 'Ingen' })
      await free.getByRole('button', { name: 'Spara' }).click()
      await expect(office.getByText('Passet är ändrat')).toBeVisible()
      await free.getByLabel('Företag').selectOption({ label: 'Söderort Trygghet' })
      await free.getByRole('button', { name: 'Spara' }).click()
      await expect(free.getByText('Planerat')).toBeVisible()
      await office.close()
    })

    test('a sponsor sees how many of its stops are made', { tag: '@long' }, async ({ page }) => {
      await logIn(page, guardCompany)
      await page.goto('/dashboard/provider/patrols')
      await expect(page.getByText(/\d+ av \d+ stopp är gjorda/)).toBeVisible()
    })
  })
}

test('a refusal stays on the page when the page reloads its data', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await logIn(page, guardCompany)
  await page.goto('/dashboard/provider/guards')
  await page.getByLabel('Namn').fill('Halvfärdig')
  await page.getByRole('button', { name: 'Lägg till och skicka länken' }).click()
  const message = page.getByRole('alert').getByText('Fyll i väktarens mobilnummer')
  await expect(message).toBeVisible()
  await page.clock.runFor(65_000)
  await expect(message).toBeVisible()
  await expect(page.getByLabel('Namn')).toHaveValue('Halvfärdig')
})

test('a company that guards nothing is told why it has no guards and no stops', { tag: '@long' }, async ({ page }) => {
  await logIn(page, demo.company)
  await page.goto('/dashboard/provider/guards')
  await expect(page.getByRole('heading', { name: 'För bevakningsföretag' })).toBeVisible()
  await page.goto('/dashboard/provider/patrols')
  await expect(page.getByRole('heading', { name: 'Inga rondstopp än' })).toBeVisible()
})

test('stops made while offline are kept on the phone and sent when online', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await logIn(page, guardCompany)
  const guard = newGuard('Otto')
  await addGuard(page, guard)
  const phone = await openPhone(browser, guard, true)
  await shiftThatIsOn(phone).click()
  await phone.getByRole('button', { name: 'Checka in' }).click()
  await expect(phone.getByText('Du är incheckad')).toBeVisible()
  await phone.context().setOffline(true)
  await phone.getByText('Skriv en anteckning till stoppet').click()
  await phone.getByLabel('Anteckning').fill(`Utan täckning, ${guard.name}`)
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await expect(phone.getByText('2 stopp ligger sparade på telefonen')).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText(/sparade? på telefonen/)).toHaveCount(0)
  await expect(phone.getByText(`Utan täckning, ${guard.name}`)).toHaveCount(1)

  // A refused check-out does not keep the list from showing what has been sent since.
  await phone.context().setOffline(true)
  await phone.getByText('Skriv en anteckning till stoppet').click()
  await phone.getByLabel('Anteckning').fill(`Före utcheckningen, ${guard.name}`)
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await phone.getByRole('button', { name: 'Checka ut' }).click()
  const refusal = phone.getByRole('alert').getByText('Vi fick inget svar')
  await expect(refusal).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText(/sparade? på telefonen/)).toHaveCount(0)
  await expect(phone.getByText(`Före utcheckningen, ${guard.name}`)).toHaveCount(1)
  await expect(refusal).toBeVisible()

  // A note that is too long is told at once, and neither it nor the stop is lost.
  await phone.getByText('Skriv en anteckning till stoppet').click()
  await phone.getByLabel('Anteckning').fill('å'.repeat(501))
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await expect(phone.getByRole('link', { name: 'Anteckningen får vara högst 500 tecken' })).toBeVisible()
  await expect(phone.getByLabel('Anteckning')).toHaveValue('å'.repeat(501))
  await phone.getByLabel('Anteckning').fill(`Kortare, ${guard.name}`)
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await expect(phone.getByText(`Kortare, ${guard.name}`)).toHaveCount(1)
  await expect(phone.getByLabel('Anteckning')).toHaveValue('')

  // The guard opens another page later: the stop is sent from there.
  const shift = new URL(phone.url()).pathname
  await phone.route('**/vakt/stopp/**', (route) => route.abort())
  await phone.getByText('Skriv en anteckning till stoppet').click()
  await phone.getByLabel('Anteckning').fill(`Sist på kvällen, ${guard.name}`)
  await phone.getByRole('button', { name: 'Jag har stannat till' }).click()
  await expect(phone.getByText('Ett stopp ligger sparat på telefonen')).toBeVisible()
  await phone.goto('/vakt/larm')
  const kept = () => phone.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('stops ')).length)
  expect(await kept()).toBe(1)
  await phone.unroute('**/vakt/stopp/**')
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(kept).toBe(0)
  await phone.goto(shift)
  await expect(phone.getByText(`Sist på kvällen, ${guard.name}`)).toHaveCount(1)
  await phone.close()
})

test('a member sees whether the postcode is staffed now, and which shifts were missed @long', async ({ page }) => {
  await logIn(page, demo.member)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Ditt kvarter är bemannat just nu' })).toBeVisible()
  await page.getByRole('link', { name: 'Alla ronder' }).click()
  await expect(page.getByRole('heading', { name: 'Ronder i 125 40' })).toBeVisible()
  await expect(page.getByText('Uteblev').first()).toBeVisible()
})

async function signUpIn(page: Page, postcode: string) {
  await page.goto(`/signup?role=member&postal=${postcode}`)
  await page.getByLabel('Namn').fill('Prov Granne')
  await page.getByLabel('Mobilnummer').fill('070-174 06 33')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill('gullviva62')
  await page.getByLabel('Postnummer').fill(postcode)
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Bli medlem' }).click()
  await expect(page).toHaveURL('/dashboard/customer')
}

import { randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { change } from '../support/browser/alarm-people'
import { newEmail } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible, expectForEveryone, expectNoSidewaysScroll } from '../support/browser/scan'
import { html, twoColours } from '../support/pictures'

async function signUpCompany(page: Page, name: string) {
  await page.goto('/signup?role=company')
  await page.getByLabel('Företagsnamn').fill(name)
  await page.getByLabel('Organisationsnummer').fill('556016-0680')
  await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
  await page.getByLabel('Adress').fill('Provvägen 1')
  await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill('gullviva62')
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(page).toHaveURL('/dashboard/provider')
}

/** axe is itself a script; the markup is the same without JavaScript. */
async function expectGoodPage(page: Page, scripts: boolean) {
  if (scripts) await expectAccessible(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page)
  }
}

const newName = () => `Prov ${randomUUID().slice(0, 8)} Städ`

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, contextOptions: { reducedMotion: 'reduce' } })

    test('a company enters its profile, a service and a logo, and its public page shows them', async ({ page }) => {
      const name = newName()
      await signUpCompany(page, name)

      await page.goto('/dashboard/provider/company')
      await page.getByLabel('Om er').fill('Vi putsar fönster så att det syns.')
      await page.getByLabel('Telefon').fill('abc')
      await page.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByLabel('Telefon')).toHaveAccessibleDescription(/Skriv ett telefonnummer/)
      await expect(page.getByLabel('Om er')).toHaveValue('Vi putsar fönster så att det syns.')
      await page.getByLabel('Telefon').fill('070-174 06 33')
      await page.getByRole('checkbox', { name: /F-skatt/ }).check()
      await page.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByText('Uppgifterna är sparade')).toBeVisible()

      await page.goto('/dashboard/provider/services')
      await page.getByRole('link', { name: 'Lägg till en tjänst' }).click()
      await page.getByLabel('Vad heter tjänsten?').fill('Fönsterputs')
      await page.getByLabel('Pris', { exact: true }).fill('gratis')
      await page.getByLabel('Timmar').fill('1')
      await page.getByRole('button', { name: 'Lägg till tjänsten' }).click()
      await expect(page.getByLabel('Pris', { exact: true })).toHaveAccessibleDescription(/Skriv priset i kronor/)
      await page.getByLabel('Pris', { exact: true }).fill('349,50')
      await page.getByRole('checkbox', { name: /rutavdrag/ }).check()
      await page.getByLabel('Hur stor del av priset är arbete?').fill('80')
      const preview = page.getByRole('region', { name: 'Så ser grannarna den' })
      if (javaScriptEnabled) await expect(preview).toContainText('314,55')
      await expectGoodPage(page, javaScriptEnabled)
      await page.getByRole('button', { name: 'Lägg till tjänsten' }).click()
      await expect(page.getByText('Tjänsten är tillagd')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Fönsterputs' })).toContainText('349,50 kr')
      await expectGoodPage(page, javaScriptEnabled)

      await page.goto('/dashboard/provider/company/logo')
      await page
        .getByLabel('Bild', { exact: true })
        .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: html })
      await page.getByRole('button', { name: 'Spara logotypen' }).click()
      await expect(page.getByLabel('Bild', { exact: true })).toHaveAccessibleDescription(/Filen är ingen bild/)
      const buffer = await twoColours(900, 300)
      await page.getByLabel('Bild', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      if (javaScriptEnabled) {
        await expect(page.getByRole('img', { name: 'Så blir logotypen' })).toBeVisible()
        await page.getByLabel('I sidled').fill('0')
      }
      await page.getByRole('button', { name: 'Spara logotypen' }).click()
      await expect(page.getByText('Logotypen är sparad')).toBeVisible()
      await expectGoodPage(page, javaScriptEnabled)

      await page.goto(`/companies?q=${encodeURIComponent(name)}`)
      const card = page.getByRole('listitem').filter({ hasText: name })
      await expect(card.locator('img[src^="/files/"]')).toBeVisible()
      await card.getByRole('link', { name: `Visa profil: ${name}` }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByText('Vi putsar fönster så att det syns.').first()).toBeVisible()
      await expect(page.getByRole('article').filter({ hasText: 'Fönsterputs' })).toContainText('314,55')
    })

    test('a company adds, orders, describes and removes photos with text alternatives @long', async ({ page }) => {
      const name = newName()
      await page.setViewportSize({ width: 390, height: 844 })
      await signUpCompany(page, name)
      await page.goto('/dashboard/provider/services/new')
      await page.getByLabel('Vad heter tjänsten?').fill('Fönsterputs')
      await page.getByLabel('Pris', { exact: true }).fill('400')
      await page.getByLabel('Timmar').fill('1')
      await page.getByRole('button', { name: 'Lägg till tjänsten' }).click()
      await expect(page.getByText('Tjänsten är tillagd')).toBeVisible()
      await page.goto('/dashboard/provider/company')
      await page.getByRole('link', { name: 'Bilder' }).click()

      const buffer = await twoColours(900, 600)
      const choose = () =>
        page.getByLabel('Bild', { exact: true }).setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer })
      const text = page.getByLabel('Vad visar bilden?').last()
      const save = page.getByRole('button', { name: 'Spara bilden' })
      await choose()
      await save.click()
      await expect(text).toHaveAccessibleDescription(/Skriv vad bilden visar/)
      // Without JavaScript the browser drops the chosen file, and the page says so; with it the file is still chosen.
      if (javaScriptEnabled) await expect(page.getByRole('img', { name: 'Så blir bilden' })).toBeVisible()
      else await expect(page.getByLabel('Bild', { exact: true })).toHaveAccessibleDescription(/Välj bilden igen/)
      await text.fill('Ett rent fönster')
      await page.getByLabel('Bild', { exact: true }).setInputFiles([])
      await save.click()
      await expect(page.getByLabel('Bild', { exact: true })).toHaveAccessibleDescription(/Välj en bild/)
      await expect(text).toHaveValue('Ett rent fönster')
      await choose()
      await save.click()
      await expect(page.getByText('Bilden är sparad')).toBeVisible()
      await choose()
      await text.fill('En hög stege')
      await save.click()
      await expect(page.getByRole('img', { name: 'En hög stege' })).toBeVisible()
      await expectGoodPage(page, javaScriptEnabled)
      await page.getByRole('button', { name: 'Flytta upp: En hög stege' }).click()
      await expect(page.getByText('Ordningen är ändrad')).toBeVisible()
      await page.getByText('Ändra texten').first().click()
      await page.getByLabel('Vad visar bilden?').first().fill('En hög stege mot ett hus')
      await page.getByRole('button', { name: 'Spara texten' }).first().click()
      await expect(page.getByRole('img', { name: 'En hög stege mot ett hus' })).toBeVisible()

      await page.goto('/dashboard/provider/services')
      await page.getByRole('link', { name: 'Ändra Fönsterputs' }).click()
      await page.getByRole('link', { name: 'Bild', exact: true }).click()
      await choose()
      await text.fill('Hinken')
      await save.click()
      await expect(page.getByRole('heading', { name: 'Så syns den' })).toBeVisible()
      await expectGoodPage(page, javaScriptEnabled)

      await page.goto(`/companies?q=${encodeURIComponent(name)}`)
      const card = page.getByRole('listitem').filter({ hasText: name })
      await expect(card.getByRole('img', { name: 'En hög stege mot ett hus' })).toBeVisible()
      await card.getByRole('link', { name: `Visa profil: ${name}` }).click()
      const wall = page.getByRole('region', { name: 'Bilder' })
      await expect(wall.getByRole('img')).toHaveCount(2)
      await expect(wall.getByRole('img').first()).toHaveAccessibleName('En hög stege mot ett hus')
      await expect(page.getByRole('article').getByRole('img', { name: 'Hinken' })).toBeVisible()
      const address = page.url()
      if (javaScriptEnabled) await expectForEveryone(page)

      await page.goto('/dashboard/provider/company/photos')
      await page.getByRole('button', { name: 'Ta bort bilden: En hög stege mot ett hus' }).click()
      await expect(page.getByText('Bilden är borttagen')).toBeVisible()
      await page.goto(address)
      await expect(page.getByRole('region', { name: 'Bilder' }).getByRole('img')).toHaveCount(1)
    })

    test('opening hours and closed days can be set, and invalid ones are refused at their fields', {
      tag: '@long',
    }, async ({ page }) => {
      await signUpCompany(page, newName())
      await page.goto('/dashboard/provider/company/hours')
      await page.getByLabel('Öppnar på måndag', { exact: true }).fill('08:00')
      await page.getByLabel('Stänger på måndag', { exact: true }).fill('07:00')
      await expect(page.getByLabel('Öppnar på tisdag', { exact: true })).toBeHidden()
      await page.getByRole('button', { name: 'Spara öppettiderna' }).click()
      await expect(page.getByLabel('Stänger på måndag', { exact: true })).toHaveAccessibleDescription(
        /Ni stänger innan ni öppnar/,
      )
      await page.getByLabel('Stänger på måndag', { exact: true }).fill('17:00')
      await page.getByRole('button', { name: 'Spara öppettiderna' }).click()
      await expect(page.getByText('Öppettiderna är sparade')).toBeVisible()

      await page.getByRole('checkbox', { name: 'Samma tider måndag till fredag' }).uncheck()
      await expect(page.getByLabel('Stänger på fredag', { exact: true })).toHaveValue('17:00')
      await page.getByLabel('Stänger på fredag', { exact: true }).fill('15:00')
      await expectGoodPage(page, javaScriptEnabled)
      await page.getByRole('button', { name: 'Spara öppettiderna' }).click()
      await expect(page.getByRole('checkbox', { name: 'Samma tider måndag till fredag' })).not.toBeChecked()

      const year = new Date().getFullYear() + 1
      await page.getByLabel('Första dagen').fill(`${year}-07-10`)
      await page.getByLabel('Sista dagen').fill(`${year}-07-01`)
      await page.getByRole('button', { name: 'Lägg till', exact: true }).click()
      await expect(page.getByLabel('Sista dagen')).toHaveAccessibleDescription(/före den första/)
      await page.getByLabel('Sista dagen').fill(`${year}-07-31`)
      await page.getByRole('button', { name: 'Lägg till', exact: true }).click()
      await expect(page.getByText(`10–31 juli ${year}`)).toBeVisible()
      await page.getByRole('button', { name: `Ta bort 10–31 juli ${year}` }).click()
      await expect(page.getByText(`10–31 juli ${year}`)).toBeHidden()
    })

    test('services can be ordered, paused and removed, and offers begin and end', { tag: '@long' }, async ({
      page,
    }) => {
      await signUpCompany(page, newName())
      for (const title of ['Ett', 'Två']) {
        await page.goto('/dashboard/provider/services/new')
        await page.getByLabel('Vad heter tjänsten?').fill(title)
        await page.getByLabel('Pris', { exact: true }).fill('500')
        await page.getByLabel('Minuter').fill('45')
        await page.getByRole('button', { name: 'Lägg till tjänsten' }).click()
        await expect(page.getByText('Tjänsten är tillagd')).toBeVisible()
      }
      const titles = page.getByRole('main').getByRole('heading', { level: 2 })
      await page.getByRole('button', { name: 'Flytta upp Två' }).click()
      await expect(titles).toHaveText(['Två', 'Ett'])
      await page.getByRole('button', { name: 'Pausa Ett' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Ett' })).toContainText('Pausad')
      await page.getByRole('link', { name: 'Ändra Två' }).click()
      await page.getByText('Ta bort tjänsten', { exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
      await expect(page.getByText('Tjänsten är borttagen')).toBeVisible()
      await expect(titles).toHaveText(['Ett'])

      await page.goto('/dashboard/provider/offers')
      await page.getByLabel('Rubrik').fill('Höstpris')
      await page.getByLabel('Till och med').fill(await page.getByLabel('Från och med').inputValue())
      await page.getByRole('button', { name: 'Spara erbjudandet' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Höstpris' })).toContainText('Pågår')
      await expectGoodPage(page, javaScriptEnabled)
      await page.getByRole('button', { name: 'Avsluta Höstpris' }).click()
      await expect(page.getByText('Erbjudandet är avslutat')).toBeVisible()
      await expect(page.getByText('Inget erbjudande är på gång just nu.')).toBeVisible()
    })
  })
}

test('a photo too large to send is made smaller first, even if the button is pressed at once @long', async ({
  page,
}) => {
  await signUpCompany(page, newName())
  await page.goto('/dashboard/provider/company/photos')
  // Noise does not compress as PNG: some seven megabytes, more than the server accepts.
  const noise = { width: 1500, height: 1500, channels: 3 as const }
  const raw = randomBytes(noise.width * noise.height * noise.channels)
  const buffer = await sharp(raw, { raw: noise }).png({ compressionLevel: 0 }).toBuffer()
  await page.getByLabel('Vad visar bilden?').fill('Brus')
  await page.getByLabel('Bild', { exact: true }).setInputFiles({ name: 'brus.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Spara bilden' }).click()
  await expect(page.getByText('Bilden är sparad')).toBeVisible()
})

test('the overview, profile, services and package of a hidden company say that neighbours do not see it @long', async ({
  page,
}) => {
  const name = newName()
  await signUpCompany(page, name)
  await change(`update companies set review_state = 'hidden', hidden_reason = 'Numret stämmer inte' where name = $1`, [
    name,
  ])
  const main = page.getByRole('main')
  for (const [address, follows] of [
    ['', 'Numret stämmer inte'],
    ['/company', 'Numret stämmer inte'],
    ['/services', 'Ingen kan boka era tjänster så länge.'],
    ['/package', 'ingen ny bokning kan göras hos er'],
  ]) {
    await page.goto(`/dashboard/provider${address}`)
    await expect(main).toContainText('Ert företag visas inte för grannarna just nu')
    await expect(main).toContainText(follows ?? '')
    await expectGoodPage(page, true)
  }
})

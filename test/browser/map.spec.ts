import { expect } from '@playwright/test'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

const district = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'PROVOMRÅDET' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [18.0, 59.27],
            [18.03, 59.27],
            [18.03, 59.29],
            [18.0, 59.27],
          ],
        ],
      },
    },
  ],
}

test('an admin loads a postcode’s districts, and an invalid file is refused with the line number @long', async ({
  page,
}) => {
  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/postcodes/12540/map')
  const send = async (text: string) => {
    const buffer = Buffer.from(text)
    await page.getByLabel('Fil').setInputFiles({ name: 'omraden.geojson', mimeType: 'application/geo+json', buffer })
    await page.getByLabel('Källa').fill('Prov, CC0')
    await page.getByRole('button', { name: 'Lägg in kartan' }).click()
  }
  await send(JSON.stringify(district, null, 1).replace('18.03,\n', '"hit",\n'))
  await expect(page.getByText(/^Rad \d+: en punkt ska vara två tal/).first()).toBeVisible()
  await send(JSON.stringify(district))
  await expect(page.getByText('Kartan är inlagd')).toBeVisible()
  await expect(page.getByText(/Områden: Prov, CC0\. Inlagda \d/)).toBeVisible()
  await expectForEveryone(page)
  await page.getByRole('button', { name: 'Ta bort områdena' }).click()
  await expect(page.getByText('Kartan är borttagen')).toBeVisible()
})

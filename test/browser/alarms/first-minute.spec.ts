import { expect, type Page } from '@playwright/test'
import { ask, linkOf, openArea, openAs, sendsByItself } from '../../support/browser/alarm-people'
import { scripts, test } from '../../support/browser/browser-test'

/**
 * A guard's first minute: from the link in the SMS to the door. The taps are counted and asserted; the duration depends
 * on the machine and is only printed.
 */
const viewport = { width: 390, height: 844 }
const alarmPage = '/dashboard/customer/safety'
const door = { street: 'Blåklintsvägen', number: '12', floor: '3', doorName: 'Provsson', doorCode: '4711' }

async function fillHome(page: Page) {
  await page.goto(`${alarmPage}/setup`)
  await page.getByLabel('Gata').fill(door.street)
  await page.getByLabel('Nummer', { exact: true }).fill(door.number)
  await page.getByLabel('Våning').fill(door.floor)
  await page.getByLabel('Namn på dörren').fill(door.doorName)
  await page.getByLabel('Portkod').fill(door.doorCode)
  await page.getByRole('button', { name: 'Spara hemmet' }).click()
  await expect(page.getByText('Hemmet är sparat')).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test('a guard takes an alarm and sees the door with two presses from the link in the SMS', async ({ browser }) => {
      const area = await openArea(1)
      const member = await openAs(browser, area.member, { viewport, javaScriptEnabled })
      await sendsByItself(member)
      await fillHome(member)
      await member.goto(alarmPage)
      await member.getByLabel('Beskriv vad som hänt').fill('Någon bryter upp dörren')
      await member.getByRole('button', { name: 'Skicka larm' }).click()
      await expect(member.getByText('Trygghetslarm skickat!')).toBeVisible()
      const [alarm] = await ask<{ id: string }>('select id from safety_alarms where reported_by = $1', [area.memberId])
      const link = await linkOf(alarm?.id ?? '', area.partners[0]?.companyId ?? '')

      const phone = await (await browser.newContext({ viewport, javaScriptEnabled })).newPage()
      let taps = 0
      const tap = async (name: string) => {
        taps++
        await phone.getByRole('button', { name }).click()
      }
      const began = Date.now()
      await phone.goto(link)
      await expect(phone.getByText('Någon bryter upp dörren')).toBeVisible()
      await tap('Ta larmet')
      await expect(phone.getByText('Du har larmet', { exact: true })).toBeVisible()
      const hasIt = Date.now() - began
      await tap('Visa adress och portkod')
      const home = phone.getByRole('region', { name: 'Hem' })
      for (const fact of [`${door.street} ${door.number}`, door.doorName, door.doorCode])
        await expect(home.getByText(fact)).toBeVisible()
      await expect(home).toContainText(door.floor)
      process.stdout.write(
        `  has it after ${hasIt} ms; knows the door after ${taps} presses, ${Date.now() - began} ms\n`,
      )
      expect(taps).toBe(2)
    })
  })
}

import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { demo, logIn } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/scan'

for (const javaScriptEnabled of [true, false]) {
  for (const width of [1280, 390]) {
    test.describe(...scripts(javaScriptEnabled), () => {
      test.use({ javaScriptEnabled, viewport: { width, height: 900 } })

      test(`a list can be sorted, saved as a view and downloaded, by keyboard, at ${width} px @long`, async ({
        page,
      }) => {
        await logIn(page, demo.admin)
        await page.goto('/dashboard/admin/users?roll=member')
        const isTable = width > 1000
        const sorted = isTable
          ? page.getByRole('columnheader', { name: 'Namn' })
          : page.getByRole('navigation', { name: 'Ordna efter' })
        const names = page.getByRole('rowheader')
        await sorted.getByRole('link', { name: 'Namn' }).focus()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL('/dashboard/admin/users?roll=member&ordning=namn')
        if (isTable) await expect(sorted).toHaveAttribute('aria-sort', 'ascending')
        else await expect(sorted.getByRole('link', { name: 'Namn' })).toHaveAttribute('aria-current', 'true')
        const rising = await names.allInnerTexts()
        expect(rising).toEqual(rising.toSorted((one, other) => one.localeCompare(other, 'sv')))
        await sorted.getByRole('link', { name: 'Namn' }).focus()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/ordning=-namn/)
        if (isTable) await expect(sorted).toHaveAttribute('aria-sort', 'descending')
        if (javaScriptEnabled) await expectAccessible(page)

        // A new search keeps the sort order.
        await page.getByRole('button', { name: 'Sök', exact: true }).click()
        await expect(page).toHaveURL(/ordning=-namn/)

        const view = `Medlemmar ${width} ${javaScriptEnabled ? 'med' : 'utan'}`
        await page.getByRole('link', { name: 'Spara som vy' }).focus()
        await page.keyboard.press('Enter')
        await page.getByLabel('Vad ska vyn heta?').fill(view)
        await page.keyboard.press('Enter')
        await expect(page.getByText('Vyn är sparad')).toBeVisible()
        await page.goto('/dashboard/admin/users')
        await page.getByRole('navigation', { name: 'Sparade vyer' }).getByRole('link', { name: view }).click()
        await expect(page).toHaveURL('/dashboard/admin/users?roll=member&ordning=-namn')

        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Hämta som CSV' }).click(),
        ])
        const [head, first] = readFileSync(await download.path(), 'utf8').split('\r\n')
        expect(head).toBe('\uFEFFNamn;E-post;Postnummer;Roll;Medlemskap;Gick med;Spärrad')
        expect(first?.split(';')[0]).toBe((await names.first().innerText()).trim())

        await page.getByRole('link', { name: 'Ta bort vyer' }).click()
        await page.getByRole('button', { name: `Ta bort vyn ${view}` }).click()
        await expect(page.getByText('Vyn är borttagen')).toBeVisible()
        await expect(page.getByRole('link', { name: view })).toHaveCount(0)
      })
    })
  }
}

test('every list of administrators is a table at 1280 px and cards at 390 px @long', async ({ page }) => {
  await logIn(page, demo.admin)
  for (const list of ['users', 'companies', 'payments', 'outbox', 'audit']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/dashboard/admin/${list}`)
    await expect(page.getByRole('columnheader').first()).toBeVisible()
    await expect(page.getByRole('table')).toHaveAccessibleName(/\w/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('navigation', { name: 'Ordna efter' })).toBeVisible()
    await expect(page.locator('thead a').first()).toBeHidden()
  }
})

test('Ctrl+K focuses the search, which finds a company @long', async ({ page }) => {
  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/users')
  const search = page.getByRole('searchbox', { name: 'Sök efter vad som helst' })
  // Retried, since a key press before hydration has no effect.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(search).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.type('lind')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Lind Städ & Hem' }).first()).toBeVisible()
})

/** Runs in the page: words in headings and short columns that break across lines. */
function brokenWords(): string[] {
  const broken: string[] = []
  for (const cell of document.querySelectorAll('.data-table :is(thead th, [data-short])')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
  }
  return broken
}

/** Runs in the page: amounts and payment numbers that break across lines. */
function brokenSums(): string[] {
  const cells = document.querySelectorAll('.data-table :is([data-short][data-align=right], [data-short] .tabular)')
  return [...cells]
    .filter((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
    })
    .map((cell) => cell.textContent ?? '')
}

test('on a desktop no heading and no short word of a list breaks, and no list is wider than its page', {
  tag: '@long',
}, async ({ page }) => {
  await logIn(page, demo.admin)
  for (const list of ['users', 'companies', 'payments', 'alarms', 'outbox', 'broadcasts', 'audit']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/dashboard/admin/${list}`)
    expect(await page.evaluate(brokenWords), list).toEqual([])
    expect(await page.evaluate(brokenSums), list).toEqual([])
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1024, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})

test('on a desktop no word of a figure breaks, and a mail address breaks only after its @', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await logIn(page, demo.admin)
  /** For each text that contains the word: on how many lines it stands. */
  const linesOf = (word: string) =>
    page.getByRole('main').evaluate((main, word) => {
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      const lines: number[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent?.includes(word)) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        lines.push(new Set([...range.getClientRects()].map(({ top }) => top)).size)
      }
      return [...new Set(lines)]
    }, word)
  await page.goto('/dashboard/admin/postcodes/12540')
  await expect(page.getByText('Bemanning just nu')).toBeVisible()
  expect(await linesOf('Bemannat')).toEqual([1])
  // Searched for, since other journeys add companies that may push it off the first page.
  await page.goto('/dashboard/admin/companies?q=foretag01@demo.example')
  await expect(page.getByRole('cell', { name: 'foretag01@demo.example' })).toBeVisible()
  expect(await linesOf('foretag01@')).toEqual([1])
  expect(await linesOf('demo.example')).toEqual([1])
})

import { expect, type Page } from '@playwright/test'
import { demo, logIn } from '../../support/browser/browser-people'
import { isAlive, test } from '../../support/browser/browser-test'

/**
 * What the small script does on a page without React (docs/decisions/0199). That everything works without it is tested
 * by the other journeys.
 */

const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })
const hasRouter = (page: Page) => page.evaluate(() => '__reactRouterContext' in window)

/** Marks the document, to tell whether it is still the same one. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'))

test('a password can be shown and hidden again', async ({ page }) => {
  await page.goto('/auth')
  const field = page.getByLabel('Lösenord', { exact: true })
  const eye = page.getByRole('button', { name: 'Visa lösenord' })
  await field.fill('gullviva62')
  await eye.click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await eye.click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('a refusal gets the focus and links to its field, and the address stays clean', async ({ page }) => {
  await page.goto('/auth/recover')
  await page.getByLabel('E-post').fill('ingen adress')
  await page.getByRole('button', { name: 'Skicka länken' }).click()
  await expect(summary(page)).toBeFocused()
  await summary(page).getByRole('link').first().click()
  await expect(page.getByLabel('E-post')).toBeFocused()
  await expect(page).toHaveURL('/auth/recover')
})

test('a form is sent once, and its button says that it is being sent', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let sent = 0
  await page.route('**/auth', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent++
    await held
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByLabel('E-post').fill(demo.member)
  await page.getByLabel('Lösenord', { exact: true }).fill('fel lösenord')
  const button = page.getByRole('main').locator('button[value=login]')
  // A locator would wait for the navigation to end, so the page itself reports its text and presses again.
  await button.evaluate((element: HTMLButtonElement) => {
    const watch = new MutationObserver(() => {
      watch.disconnect()
      element.click()
      element.form?.requestSubmit()
      // biome-ignore lint/suspicious/noConsole: what is heard of a page that is being left
      console.log(`${element.innerText} ${element.ariaBusy}`)
    })
    watch.observe(element, { attributes: true })
  })
  const said = page.waitForEvent('console')
  await button.click({ noWaitAfter: true })
  expect((await said).text()).toBe('Loggar in... true')
  answer()
  await expect(page.getByText('Fel e-post eller lösenord')).toBeVisible()
  expect(sent).toBe(1)
  await expect(button).toHaveText('Logga in')
})

test('a notice is closed without loading the page again', async ({ page }) => {
  await page.goto('/')
  const form = page.locator('#contact')
  await form.getByLabel('Namn').fill('Frågvis Granne')
  await form.getByLabel('E-post').fill('fragvis@exempel.se')
  await form.getByLabel(/Meddelande/).fill(`Hej ${Math.random()}`)
  await form.getByRole('button', { name: 'Skicka' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Tack för ditt intresse!' })
  await expect(notice).toBeVisible()
  await mark(page)
  await notice.getByRole('link', { name: 'Stäng meddelandet' }).click()
  await expect(notice).toHaveCount(0)
  expect(await isMarked(page)).toBe(true)
})

test('the phone menu closes when one of its links is followed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Meny' }).click()
  const menu = page.getByRole('navigation', { name: 'Huvudmeny' })
  await menu.getByRole('link', { name: 'Tjänster' }).click()
  await expect(page).toHaveURL('/#services')
  await expect(menu).toBeHidden()
})

/** Holds back a script until the test releases it, as on a slow line. */
async function holdBack(page: Page, script: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/${script}*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('an organisation number written before the script has loaded is checked when it loads', async ({ page }) => {
  const letCome = await holdBack(page, 'org-number-hint')
  await page.goto('/signup?role=company')
  await page.getByLabel('Organisationsnummer').fill('556016-0681')
  await page.getByLabel('Organisationsnummer').press('Tab')
  letCome()
  await expect(page.getByText('Numret ser inte ut som ett organisationsnummer')).toBeVisible()
})

test('what somebody chose before the script has loaded is counted when it loads', async ({ page }) => {
  const letCome = await holdBack(page, 'answer-at-once')
  await page.goto('/vad-konceptet-sparar')
  const own = page.getByRole('region', { name: 'Prova ditt eget kvarter' })
  await own.getByRole('slider', { name: /Hushåll/ }).fill('2000')
  await own.getByLabel('Andel som är aktiva', { exact: true }).fill('50')
  letCome()
  await expect(own.getByLabel('Hushåll i området', { exact: true })).toHaveValue('2000')
  await expect(own.getByText(/1\s000\shushåll\sgör/)).toBeVisible()
  await expect(own.getByRole('slider', { name: /Andel/ })).toHaveValue('50')
})

test('the savings update while somebody chooses, and the assumptions open as a dialog', async ({ page }) => {
  await page.goto('/vad-konceptet-sparar')
  await mark(page)
  const own = page.getByRole('region', { name: 'Prova ditt eget kvarter' })
  await own.getByRole('slider', { name: /Hushåll/ }).fill('2000')
  await expect(own.getByLabel('Hushåll i området', { exact: true })).toHaveValue('2000')
  await own.getByLabel('Andel som är aktiva', { exact: true }).fill('50')
  await expect(own.getByText(/1\s000\shushåll\sgör/)).toBeVisible()
  await expect(own.getByRole('slider', { name: /Andel/ })).toHaveValue('50')
  await expect(own.getByRole('img', { name: '50 av 100 fönster' })).toBeVisible()
  await own.getByLabel('Andel som är aktiva', { exact: true }).fill('300')
  await expect(own.getByText(/2\s000\shushåll\sgör/)).toBeVisible()
  // No error is shown while a number is being typed.
  await expect(own.getByText('Skriv ett helt tal')).toHaveCount(0)
  await own.getByLabel('Hushåll i området', { exact: true }).focus()
  await expect(own.getByLabel('Andel som är aktiva', { exact: true })).toHaveAccessibleDescription(/Skriv ett helt tal/)

  await page.getByRole('link', { name: 'Visa antaganden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Antaganden' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/vad-konceptet-sparar')
  await dialog.getByRole('link', { name: 'Stäng' }).click()
  await expect(dialog).toBeHidden()
  expect(await isMarked(page)).toBe(true)
  await page.goto('/vad-konceptet-sparar#antaganden')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/vad-konceptet-sparar')
})

test('the windows and the sum follow the chosen months, and a fourth month is refused', async ({ page }) => {
  await logIn(page, demo.company)
  await page.goto('/season/apply')
  expect(await hasRouter(page)).toBe(false)
  const group = page.getByRole('group', { name: 'Välj månader' })
  const months = group.locator('input')
  const lit = page.locator('[data-month][data-lit=chosen]')
  const sum = page.getByRole('status').filter({ hasText: 'kr' })
  await expect(sum).toHaveText(/^0\skr\s*Välj minst en månad$/)
  for (const month of [0, 1, 2]) await months.nth(month).check()
  await expect(lit).toHaveCount(3)
  await expect(sum).toHaveText(/^5\s985\skr\s*3 månader à 1\s995\skr$/)
  await months.nth(3).click()
  await expect(months.nth(3)).not.toBeChecked()
  await expect(months.nth(0)).toHaveAttribute('aria-invalid', 'true')
  await expect(group).toHaveAccessibleDescription(/Du kan välja max 3 månader/)
  await months.nth(2).uncheck()
  await expect(group).not.toHaveAccessibleDescription(/max 3/)
  await expect(months.nth(0)).not.toHaveAttribute('aria-invalid')
  await expect(lit).toHaveCount(2)
  await expect(sum).toHaveText(/^3\s990\skr/)

  // After a refusal the page comes back with the choice and the sum.
  await page.getByRole('button', { name: 'Skicka ansökan' }).click()
  await expect(summary(page)).toBeFocused()
  await expect(lit).toHaveCount(2)
  await expect(sum).toHaveText(/^3\s990\skr/)

  await page.goto('/sponsor/apply')
  const own = page.getByRole('group', { name: 'Välj er månad' }).locator('input:enabled')
  const taken = await page.locator('[data-lit=taken]').count()
  for (const month of [0, 1]) await own.nth(month).check()
  await expect(lit).toHaveCount(1)
  await expect(lit).toHaveAttribute('data-month', (await own.nth(1).getAttribute('value')) ?? '')
  await expect(page.locator('[data-lit=taken]')).toHaveCount(taken)
})

test('an invalid organisation number gets a hint', async ({ page }) => {
  await page.goto('/signup?role=company')
  const field = page.getByLabel('Organisationsnummer')
  await field.fill('556677-8890')
  await field.blur()
  await expect(field).toHaveAccessibleDescription(/ser inte ut som ett organisationsnummer/)
  await field.fill('556677-8899')
  await field.blur()
  await expect(field).not.toHaveAccessibleDescription(/ser inte ut/)
})

test('going between a React page and a plain page loads a new document, and so does going back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demo.member)
  await page.goto('/dashboard/customer')
  await isAlive(page)
  await page.getByRole('link', { name: 'Till startsidan' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trygghet först – i ditt kvarter')
  expect(await hasRouter(page)).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: 'Min sida' }).click()
  await expect(page).toHaveURL('/dashboard/customer')
  expect(await hasRouter(page)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL('/')
  expect(await hasRouter(page)).toBe(false)
})

test('a plain page sends a stop that was kept on the phone', async ({ page }) => {
  const shift = '0198c0de-0000-7000-8000-000000000001'
  const sent = page.waitForRequest(`**/vakt/stopp/${shift}`)
  await page.addInitScript((id) => {
    localStorage.setItem(`stops ${id}`, JSON.stringify([{ key: id, madeAt: Date.now(), note: 'Porten' }]))
  }, shift)
  await page.goto('/villkor')
  expect((await sent).method()).toBe('POST')
})

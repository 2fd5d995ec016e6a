import { expect, type Page } from '@playwright/test'
import { demo, logIn, logOut, signUpWithUnread } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a question from the start page reaches the administrators', async ({ page, browser }) => {
      const question = `Finns ni i Solberga? ${Math.random()}`
      await page.goto('/')
      const form = page.locator('#contact')
      await form.getByLabel('Namn').fill('Frågvis Granne')
      await form.getByLabel('E-post').fill('fragvis@exempel.se')
      await form.getByLabel(/Meddelande/).fill(question)
      await form.getByRole('button', { name: /Skicka/ }).click()
      await expect(page.getByText('Tack för ditt intresse!')).toBeVisible()
      // Also said on the page, since the notice disappears.
      await expect(form.getByText('Vi har fått ditt meddelande')).toBeVisible()
      await expect(page.getByText('Vi återkommer till dig inom kort.')).toBeVisible()
      await expect(page.locator('#contact').getByLabel('Namn')).toHaveValue('')

      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await office.goto('/dashboard/admin/messages')
      await expect(office.getByText(question)).toHaveCount(1)
      await office.close()
    })

    test('an empty question is refused at its fields @long', async ({ page }) => {
      await page.goto('/')
      const form = page.locator('#contact')
      await form.getByLabel('E-post').fill('inte en adress')
      await form.getByRole('button', { name: /Skicka/ }).click()
      await expect(page.locator('#contact').getByLabel('Namn')).toHaveAccessibleDescription(/namn/)
      await expect(page.locator('#contact').getByLabel('E-post')).toHaveValue('inte en adress')
    })

    test('the directory is searched by a plain form @long', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Se lokala företag' }).first().click()
      await expect(page).toHaveURL('/companies?postal=12540')
      await page.getByRole('searchbox').fill('städ')
      await page.getByRole('button', { name: 'Sök' }).click()
      await expect(page).toHaveURL(/q=st%C3%A4d/)
      await expect(page.getByRole('heading', { name: 'Lind Städ & Hem' })).toBeVisible()
      await page.getByRole('searchbox').fill('xyz')
      await page.getByRole('button', { name: 'Sök' }).click()
      await expect(page.getByText('Inga företag hittades')).toBeVisible()
    })

    test('the phone menu leads from another page to a section of the start page', async ({ page }) => {
      await page.goto('/villkor')
      await page.locator('header summary, header button').filter({ hasText: 'Meny' }).first().click()
      await page.getByRole('banner').getByRole('link', { name: 'STEPPS' }).filter({ visible: true }).click()
      await expect(page).toHaveURL('/#stepps')
    })
  })
}

test('the links of the start page are those of the specification', async ({ page }) => {
  await page.goto('/')
  const hrefOf = (name: string | RegExp) =>
    page.locator('main').getByRole('link', { name }).first().getAttribute('href')
  expect(await hrefOf('Bli trygghetsmedlem')).toBe('/signup?role=member')
  expect(await hrefOf('Se lokala företag')).toBe('/companies?postal=12540')
  const business = await page
    .locator('#business a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const plan of ['base', 'sponsor', 'season']) expect(business).toContain(`/signup?role=company&plan=${plan}`)
  const anchors = ['home', 'security', 'about', 'services', 'business', 'ambassadors', 'stepps', 'contact']
  for (const id of anchors) await expect(page.locator(`#${id}`)).toHaveCount(1)
})

test('the terms say since when they apply, and lead to what is new in them', async ({ page }) => {
  await page.goto('/villkor')
  await expect(page.getByText(/^Gäller från \d+ \p{L}+ \d{4}/u)).toBeVisible()
  await page.getByRole('link', { name: 'Det här är nytt' }).click()
  await expect(page).toHaveURL('/villkor#nytt')
  const news = page.getByRole('region', { name: 'Det här är nytt' })
  await expect(news.getByRole('heading')).toBeInViewport()
  await expect(news).toContainText(/gäller ändringen från \d+ \p{L}+ \d{4}, eller från den senare dag/u)
})

test('an unknown address returns a 404 page with a link home', async ({ page }) => {
  const answer = await page.goto('/finns/inte')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test('the sidebar folds by keyboard and stays folded @long', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demo.member)
  await page.goto('/dashboard')
  const widthOf = () => page.getByRole('complementary').evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(widthOf).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(widthOf).toBe(48)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar')
  expect(cookie?.value).toBe('collapsed')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await page.reload()
  expect(await widthOf()).toBe(48)
})

test('what is pasted into a text area is never cut in silence: the form says how much fits, and keeps all of it', async ({
  page,
}) => {
  await page.goto('/#contact')
  const message = page.getByLabel('Meddelande')
  await message.focus()
  await page.keyboard.insertText('å'.repeat(6000))
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(page.getByRole('link', { name: /högst .* tecken/ })).toBeVisible()
  await expect(message).toHaveValue('å'.repeat(6000))
})

test('the number of unread notices leaves the bell to be seen, also with text at 200 %', async ({ page }) => {
  // Of its own: other journeys read what the demo's people have been sent.
  await signUpWithUnread(page)
  const covered = () =>
    page.getByRole('link', { name: /^Notiser/ }).evaluate((link) => {
      const [bell, badge] = [link.querySelector('svg'), link.querySelector('[data-unread]')]
      if (!bell || !badge) throw new Error('The bell or its number is missing')
      const [under, over] = [bell.getBoundingClientRect(), badge.getBoundingClientRect()]
      const wide = Math.min(under.right, over.right) - Math.max(under.left, over.left)
      const high = Math.min(under.bottom, over.bottom) - Math.max(under.top, over.top)
      return over.width > 0 ? (Math.max(0, wide) * Math.max(0, high)) / (under.width * under.height) : Number.NaN
    })
  expect(await covered()).toBeLessThan(0.15)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
  expect(await covered()).toBeLessThan(0.15)
})

test("the dashboard shows the title of each role's portal @long", async ({ page }) => {
  for (const [email, title] of [
    [demo.member, 'Min Portal'],
    [demo.company, 'Företagsportal'],
    [demo.admin, 'Admin Panel'],
  ] as const) {
    await logIn(page, email)
    await page.goto('/dashboard')
    await expect(page.getByRole('banner').getByText(title)).toBeVisible()
    await logOut(page)
  }
})

/** A page whose notice times out when the test decides: before the next notice is shown, or just after it is drawn. */
async function openWithNotice(page: Page) {
  await page.addInitScript(() => {
    const start = window.setTimeout
    const overs: (() => void)[] = []
    const held = (over: () => void, wait?: number) => (wait === 5000 ? overs.push(over) : start(over, wait))
    Object.assign(window, { setTimeout: held, overs })
  })
  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/alarms')
  const begun = () => page.evaluate(() => (window as unknown as { overs: unknown[] }).overs.length)
  const tell = (title: string, isOver: 'not yet' | 'before' | 'after') =>
    page.evaluate(
      ([title, isOver]) => {
        const over = (window as unknown as { overs: (() => void)[] }).overs.at(-1)
        if (isOver === 'before') over?.()
        if (isOver === 'after')
          new MutationObserver((_, observer) => {
            if (!document.querySelector('[data-notice]')?.textContent?.includes(title)) return
            observer.disconnect()
            over?.()
          }).observe(document.body, { childList: true, subtree: true })
        window.dispatchEvent(new CustomEvent('kvartera:notice', { detail: { tone: 'normal', title } }))
      },
      [title, isOver] as const,
    )
  // Repeated until the page listens.
  await expect(async () => {
    await tell('Det första', 'not yet')
    await expect(page.getByText('Det första')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect.poll(begun).toBeGreaterThan(0)
  return { tell, begun }
}

test('a notice that expires just after the next one is shown removes only itself', async ({ page }) => {
  const { tell, begun } = await openWithNotice(page)
  const before = await begun()
  await tell('Det andra', 'after')
  await expect(page.getByText('Det första')).toHaveCount(0)
  await expect(page.getByText('Det andra')).toBeVisible()
  await expect.poll(begun).toBe(before + 1)
  await expect(page.getByText('Det andra')).toBeVisible()
})

test('a notice shown at the moment when the previous one expires gets a time of its own', async ({ page }) => {
  const { tell, begun } = await openWithNotice(page)
  const before = await begun()
  await tell('Det andra', 'before')
  await expect(page.getByText('Det andra')).toBeVisible()
  await expect.poll(begun).toBe(before + 1)
})

import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { alarmOf, change, openArea, openAs, openAsGuard } from '../../support/browser/alarm-people'
import { isAlive, test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

/** A member is blocked by an administrator, or a guard's link revoked, while an alarm's page is open. */

async function openMember(browser: Browser) {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.goto('/dashboard/customer/safety')
  await isAlive(page)
  return { page, postcode: area.postcode }
}

/** What blocking does, in one commit: the account is marked, and its sessions end. */
async function block(page: Page, postcode: string) {
  await endSessions(postcode)
  await lookAgain(page)
}

const endSessions = (postcode: string) =>
  change(
    `with blocked as (
       update profiles set blocked_at = now(), blocked_reason = 'Prov'
       where postcode = $1 and user_role = 'member' returning id
     )
     delete from sessions where profile_id in (select id from blocked)`,
    [postcode],
  )

/** As when a phone is taken up again. */
const lookAgain = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

const isBlocked = (page: Page) => page.getByRole('alert').filter({ hasText: 'Kontot är spärrat.' })

test('the page says that the account is blocked and asks for no login, before and after a press', async ({
  browser,
}) => {
  const { page, postcode } = await openMember(browser)
  await block(page, postcode)
  await expect(isBlocked(page)).toContainText('Ring 112 vid fara: inget larm går att skicka härifrån')
  await expect(page.getByText('inte inloggad längre')).toHaveCount(0)
  await expectForEveryone(page)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  const card = page.getByRole('region', { name: 'Larmet är inte skickat' })
  await expect(card.getByRole('status')).toContainText('Kontot är spärrat.')
  await expect(card.getByRole('link', { name: 'Logga in och skicka' })).toHaveCount(0)
  await expect(card.getByText('Ring 112 vid fara', { exact: false }).first()).toBeVisible()
  await expectForEveryone(page)
})

test('an alarm that was out before the block is said to go on @long', async ({ browser }) => {
  const { page, postcode } = await openMember(browser)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  await block(page, postcode)
  await expect(isBlocked(page)).toContainText('Larmet är kvar')
  await expect(isBlocked(page)).toContainText('inget mer går att skicka härifrån')
  await page.getByLabel('Har något ändrats? Skriv det här').fill('De är på övervåningen')
  await page.getByRole('button', { name: 'Larma igen' }).click()
  const card = page.getByRole('region', { name: 'Det du skrev nu är inte skickat' })
  await expect(card.getByRole('status')).toContainText('Larmet är kvar')
})

test('the page stays when the account is blocked while the page is being updated', async ({ browser }) => {
  const { page, postcode } = await openMember(browser)
  // The session holds as the request is sent, and has ended as the server reads it: the answer is a redirect to the login.
  const hold = async (route: Route) => {
    await endSessions(postcode)
    await route.continue()
  }
  await page.route('**/dashboard/customer/safety.data*', hold, { times: 1 })
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await lookAgain(page)
  await expect(isBlocked(page)).toContainText('Ring 112 vid fara: inget larm går att skicka härifrån')
  await expect(page).toHaveURL(/customer\/safety$/)
  await expect(page.getByLabel('Beskriv vad som hänt')).toHaveValue('Någon är i huset')
})

for (const isStreamOpen of [true, false]) {
  test(`a guard whose link is revoked ${isStreamOpen ? 'while' : 'before'} the stream is open no longer reads the alarm, although the page’s timers stand still @long`, async ({
    browser,
  }) => {
    const area = await openArea(1)
    const member = await openAs(browser, area.member)
    await member.goto('/dashboard/customer/safety')
    await member.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
    await member.getByRole('button', { name: 'Skicka larm' }).click()
    await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
    const [partner] = area.partners
    const guard = await openAsGuard(browser, partner?.guardKey ?? '')
    await guard.clock.install()
    const revoked = Promise.withResolvers<void>()
    const address = '**/live/alarms/guard'
    const opened = guard.waitForResponse(address)
    if (!isStreamOpen) await guard.route(address, (route) => revoked.promise.then(() => route.continue()))
    await guard.goto(`/vakt/larm/${await alarmOf(area)}`)
    await isAlive(guard)
    if (isStreamOpen) await opened
    await expect(guard.getByRole('article').getByText('Någon är i huset')).toBeVisible()
    await guard.clock.pauseAt(new Date(Date.now() + 1_000))
    // Nothing that was asked before is answered afterwards.
    await guard.waitForLoadState('networkidle')
    await change('update guards set link_hash = null where id = $1', [partner?.guardId])
    revoked.resolve()
    await expect(guard.getByText('Någon är i huset')).toHaveCount(0)
  })
}

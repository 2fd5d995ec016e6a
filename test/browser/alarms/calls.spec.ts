import { expect } from '@playwright/test'
import { ask, change, openArea, openAs, openAsGuard, sendsByItself } from '../../support/browser/alarm-people'
import { demo } from '../../support/browser/browser-people'
import { test } from '../../support/browser/browser-test'
import { expectForEveryone, expectNoSidewaysScroll } from '../../support/browser/scan'

const phone = { viewport: { width: 390, height: 844 } }

/** Makes the ring step due now, however recently it was carried out. */
async function ringNow(alarmId: string) {
  await change(
    `update alarm_steps set settled_at = settled_at - interval '1 hour' where alarm_id = $1 and kind = 'ring' and state = 'done'`,
    [alarmId],
  )
  await change(
    `update alarm_steps set armed_at = now(), due_at = now() where alarm_id = $1 and kind = 'ring' and state = 'pending'`,
    [alarmId],
  )
}

test('a call that a machine answers does not count as delivered, and pressing 1 takes the alarm @long', async ({
  browser,
}) => {
  test.slow()
  const area = await openArea(1)
  const member = await openAs(browser, area.member, phone)
  await sendsByItself(member)
  await member.goto('/dashboard/customer/safety')
  await member.getByLabel('Beskriv vad som hänt').fill('Någon står vid dörren')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByText('Trygghetslarm skickat!')).toBeVisible()
  await expect(member.getByText(/Ingen har tagit det än\. .* om \d/)).toBeVisible()
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  if (!alarm) throw new Error('unreachable')

  const admin = await openAs(browser, demo.admin, phone)
  await ringNow(alarm.id)
  const calls = '/dashboard/admin/outbox/calls'
  const area5 = `${area.postcode.slice(0, 3)} ${area.postcode.slice(3)}`
  const call = admin.getByRole('listitem').filter({ hasText: `Larm i ${area5}` })
  await expect(async () => {
    await admin.goto(calls)
    await expect(call.getByText('Ringer')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectNoSidewaysScroll(admin)
  await expectForEveryone(admin)
  await call.getByRole('button', { name: /^Telefonsvarare/ }).click()
  await expect(admin.getByText('I telefonen hörs: ”Larm från')).toBeVisible()
  await expect(call.getByText(/svarade utan att trycka/)).toBeVisible()
  await expect(call.getByText('Skickat')).toBeVisible()
  await expect(member.getByText(/Framme hos/)).toHaveCount(0)

  await ringNow(alarm.id)
  await expect(async () => {
    await admin.goto(calls)
    await expect(call).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  await call
    .first()
    .getByRole('button', { name: /^Tryck 1/ })
    .click()
  await expect(admin.getByText('I telefonen hörs: ”Larmet är ditt')).toBeVisible()
  await expect(call.first().getByText(/tryckte 1, tog larmet/)).toBeVisible()
  await expect(member.getByText('Mottaget av Provvakt A').first()).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test(`a guard chooses whether the phone rings, ${javaScriptEnabled ? 'with' : 'without'} JavaScript @long`, async ({
    browser,
  }) => {
    const { partners } = await openArea(1)
    const [partner] = partners
    if (!partner) throw new Error('unreachable')
    const page = await openAsGuard(browser, partner.guardKey, { ...phone, javaScriptEnabled })
    await page.goto('/vakt')
    await expect(page.getByRole('radio', { name: /när ingen har tagit ett larm/ })).toBeChecked()
    await page.getByRole('radio', { name: /Ring mig inte/ }).check()
    await page.getByRole('button', { name: 'Spara valet' }).click()
    await expect(page.getByText('Valet är sparat')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Ring mig inte/ })).toBeChecked()
    const [row] = await ask<{ rings: string }>('select rings from guards where id = $1', [partner.guardId])
    expect(row).toEqual({ rings: 'never' })
    await expectNoSidewaysScroll(page)
  })
}

test('without JavaScript a guard’s alarm page says how it refreshes, and not that it is connected @long', async ({
  browser,
}) => {
  const { partners } = await openArea(1)
  const page = await openAsGuard(browser, partners[0]?.guardKey ?? '', { ...phone, javaScriptEnabled: false })
  await page.goto('/vakt/larm')
  await expect(page.getByRole('heading', { name: 'Larm', exact: true })).toBeVisible()
  // Read as the page's text, since Playwright's locators ignore text inside noscript.
  const text = await page.locator('body').innerText()
  expect(text).toContain('Utan JavaScript hämtas sidan om var åttonde sekund')
  expect(await page.content()).toContain('content="8;url=/vakt/larm"')
  await expect(page.getByText('Uppkopplad')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

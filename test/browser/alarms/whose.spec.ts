import { type Browser, expect, type Page } from '@playwright/test'
import {
  type Area,
  ask,
  hireAnother,
  linkOf,
  openArea,
  openAs,
  openAsGuard,
  sendsByItself,
} from '../../support/browser/alarm-people'
import { demo } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { expectForEveryone, expectNoSidewaysScroll } from '../../support/browser/scan'

/**
 * Who has an alarm, as each person concerned reads it on a phone, while it is open and afterwards; and where nobody can
 * come.
 */
const viewport = { width: 390, height: 844 }
const alarmPage = '/dashboard/customer/safety'

async function send(browser: Browser, area: Area, options: { javaScriptEnabled: boolean }) {
  const page = await openAs(browser, area.member, { viewport, ...options })
  await sendsByItself(page)
  await page.goto(alarmPage)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon går runt huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByText('Trygghetslarm skickat!')).toBeVisible()
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where reported_by = $1', [area.memberId])
  return { page, alarmId: alarm?.id ?? '' }
}

/** Without JavaScript a page must be loaded again to show changes. */
const looksAgain = (areOn: boolean) => async (page: Page) => {
  if (!areOn) await page.goto(page.url().replace(/[?#].*$/, ''))
}

const alarmOn = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1, name: /^Larm i/ }) })

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    const options = { viewport, javaScriptEnabled }
    const look = looksAgain(javaScriptEnabled)

    test('everybody sees by name who has the alarm, also after a colleague comes too and takes it over @long', async ({
      browser,
    }) => {
      test.slow()
      const area = await openArea(2)
      const [first, second] = area.partners
      if (!first || !second) throw new Error('unreachable')
      const another = await hireAnother(first.companyId, 'Bo Ek')
      const [ali, bo, stranger] = await Promise.all(
        [first.guardKey, another.guardKey, second.guardKey].map((key) => openAsGuard(browser, key, options)),
      )
      if (!ali || !bo || !stranger) throw new Error('unreachable')
      const admin = await openAs(browser, demo.admin, options)
      const { page: member, alarmId } = await send(browser, area, options)
      for (const guard of [ali, bo, stranger]) await guard.goto(`/vakt/larm/${alarmId}`)
      await admin.goto(`/dashboard/admin/alarms/${alarmId}`)

      await alarmOn(ali).getByRole('button', { name: 'Ta larmet' }).click()
      await expect(alarmOn(ali).getByText('Du har larmet', { exact: true })).toBeVisible()
      for (const page of [bo, stranger, member, admin]) await look(page)
      await expect(alarmOn(bo).getByText('Ali har larmet', { exact: true })).toBeVisible()
      await expect(alarmOn(stranger).getByText('Provvakt A (Ali) har larmet', { exact: true })).toBeVisible()
      await expect(alarmOn(stranger).getByText('Du behöver inte göra något.')).toBeVisible()
      await expect(alarmOn(stranger).getByRole('button')).toHaveCount(0)
      await expect(member.getByRole('heading', { name: 'Provvakt A (Ali) har tagit larmet' })).toBeVisible()
      await expect(admin.getByText(/Provvakt A.*Ali/).first()).toBeVisible()
      for (const page of [bo, stranger, member, admin]) {
        await expect(page.getByText('Du har larmet', { exact: true })).toHaveCount(0)
      }
      // Also on the list, and by the link of the SMS.
      await bo.goto('/vakt/larm')
      await expect(bo.getByText('Ali har larmet', { exact: true }).first()).toBeVisible()
      await bo.goto(`/vakt/larm/${alarmId}`)
      await expectNoSidewaysScroll(bo)
      if (javaScriptEnabled) await expectForEveryone(bo)

      await alarmOn(ali).getByRole('button', { name: 'Jag är på väg' }).click()
      await expect(ali.getByText('Tack, då vet vi att du är på väg')).toBeVisible()
      await expect(alarmOn(ali).getByText('På väg', { exact: true })).toBeVisible()
      await expect(alarmOn(ali).getByText(/Du sa kl. .* att du är på väg/)).toBeVisible()
      await expect(alarmOn(ali).getByRole('button', { name: 'Jag är på väg' })).toHaveCount(0)
      await look(member)
      await expect(member.getByRole('heading', { name: 'Provvakt A (Ali) är på väg' })).toBeVisible()

      await alarmOn(bo).getByRole('button', { name: 'Jag kommer också' }).click()
      await expect(bo.getByText('Den som har larmet får veta att du kommer också')).toBeVisible()
      await expect(alarmOn(bo).getByText('Du kommer också', { exact: true })).toBeVisible()
      await expect(alarmOn(bo).getByText('Siv Provsson')).toBeVisible()
      for (const page of [ali, member]) await look(page)
      await expect(alarmOn(ali).getByText('Bo kommer också', { exact: true })).toBeVisible()
      await expect(member.getByText('Bo kommer också.', { exact: true })).toBeVisible()
      await expect(member.getByText('2 kommer till dig', { exact: true })).toBeVisible()

      // One tap takes the alarm over, and the first guard is told.
      await alarmOn(bo).getByRole('button', { name: 'Ta över larmet' }).click()
      await expect(bo.getByText('Larmet är ditt, och den som hade det får veta det')).toBeVisible()
      await expect(alarmOn(bo).getByText('Du har larmet', { exact: true })).toBeVisible()
      await expect
        .poll(() =>
          ask(
            `select kind from alarm_deliveries join alarm_recipients on alarm_recipients.id = recipient_id
             where alarm_deliveries.alarm_id = $1 and guard_id = $2 and kind = 'overtaken' and state in ('sent', 'delivered')`,
            [alarmId, first.guardId],
          ),
        )
        .toHaveLength(1)
      for (const page of [ali, stranger, member]) await look(page)
      await expect(alarmOn(ali).getByText('Bo har larmet', { exact: true })).toBeVisible()
      await expect(ali.getByText('Du har larmet', { exact: true })).toHaveCount(0)
      await expect(alarmOn(stranger).getByText('Provvakt A (Bo) har larmet', { exact: true })).toBeVisible()
      await expect(member.getByRole('heading', { name: 'Provvakt A (Bo) har tagit larmet' })).toBeVisible()
    })

    test('an open alarm is shown on every page of guard and company, and a false-alarm report can be undone @long', async ({
      browser,
    }) => {
      test.slow()
      const area = await openArea(1)
      const [first] = area.partners
      if (!first) throw new Error('unreachable')
      const ali = await openAsGuard(browser, first.guardKey, options)
      const owner = await openAs(browser, first.email, { ...options, viewport: { width: 1280, height: 800 } })
      await ali.goto('/vakt')
      await owner.goto('/dashboard/provider/services')
      if (javaScriptEnabled) {
        await ali.getByRole('button', { name: 'Slå på ljudet' }).click()
        await expect(ali.getByText('Ljudet är på.')).toBeVisible()
      }
      const { page: member, alarmId } = await send(browser, area, options)
      for (const page of [ali, owner]) {
        await look(page)
        await expect(page.getByText(/Ingen har larmet. Det har väntat sedan kl/)).toBeVisible()
        await expect(page.getByRole('link', { name: /^Larm\s*1\s*väntar$/ })).toBeVisible()
        if (!javaScriptEnabled) continue
        await expect.poll(() => page.title()).toBe('● LARM väntar')
        await expectForEveryone(page)
        await expectNoSidewaysScroll(page)
      }
      await expect(ali.getByRole('link', { name: 'Öppna larmet' })).toHaveAttribute('href', `/vakt/larm/${alarmId}`)
      await ali.goto(`/vakt/larm/${alarmId}`)
      await alarmOn(ali).getByRole('button', { name: 'Ta larmet' }).click()
      await expect(alarmOn(ali).getByText('Du har larmet', { exact: true })).toBeVisible()
      await look(owner)
      await expect(owner.getByText('Ali har larmet.')).toBeVisible()
      await expect(owner.getByRole('link', { name: /väntar$/ })).toHaveCount(0)

      await alarmOn(ali).getByText('Falskt larm', { exact: true }).click()
      await alarmOn(ali).getByRole('button', { name: 'Avsluta som falskt larm' }).click()
      await expect(alarmOn(ali).getByText('Välj varför').first()).toBeVisible()
      await alarmOn(ali).getByLabel('Varför är det falskt?').selectOption('Någon kom åt knappen')
      await alarmOn(ali).getByRole('button', { name: 'Avsluta som falskt larm' }).click()
      await expect(alarmOn(ali).getByText(/avslutas som falskt larm inom en minut/)).toBeVisible()
      if (javaScriptEnabled) await expectForEveryone(ali)
      await look(member)
      await expect(member.getByRole('heading', { name: 'Provvakt A (Ali) har tagit larmet' })).toBeVisible()
      await alarmOn(ali).getByRole('button', { name: 'Ångra' }).click()
      await expect(ali.getByText('Ångrat: larmet är igång som förut')).toBeVisible()
      await expect(alarmOn(ali).getByText('Falskt larm', { exact: true })).toBeVisible()
    })

    test('no screen says “Du har larmet” after the alarm is closed @long', async ({ browser }) => {
      test.slow()
      const area = await openArea(1)
      const [partner] = area.partners
      if (!partner) throw new Error('unreachable')
      const guard = await openAsGuard(browser, partner.guardKey, options)
      const { page: member, alarmId } = await send(browser, area, options)
      const link = await (await browser.newContext(options)).newPage()
      await link.goto(await linkOf(alarmId, partner.companyId))
      await guard.goto(`/vakt/larm/${alarmId}`)
      const larm = alarmOn(guard)
      await larm.getByRole('button', { name: 'Ta larmet' }).click()
      await expect(larm.getByText('Du har larmet', { exact: true })).toBeVisible()
      await look(link)
      await expect(link.getByText('Du har larmet', { exact: true })).toBeVisible()
      await larm.getByRole('button', { name: 'Jag är på plats' }).click()
      await expect(guard.getByText('Den som larmade ser att du är på plats')).toBeVisible()
      await larm.getByLabel('Hur slutade det?').fill('Allt lugnt.')
      await larm.getByRole('button', { name: 'Avslutat' }).click()
      await expect(guard.getByText('Larmet är avslutat').first()).toBeVisible()
      const owner = await openAs(browser, partner.email, options)
      for (const page of [link, member]) await look(page)
      await expect(member.getByRole('heading', { name: 'Larmet är avslutat' })).toBeVisible()
      const screens: [Page, string][] = [
        [guard, `/vakt/larm/${alarmId}`],
        [guard, '/vakt/larm'],
        [guard, '/vakt'],
        [link, new URL(link.url()).pathname],
        [owner, `/dashboard/provider/alarms/${alarmId}`],
        [owner, '/dashboard/provider/alarms'],
      ]
      for (const [page, address] of screens) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('Du har larmet', { exact: true }), address).toHaveCount(0)
        await expect(page.getByRole('button', { name: /Ta larmet|Jag är på plats|Ta över larmet/ })).toHaveCount(0)
      }
      await guard.goto(`/vakt/larm/${alarmId}`)
      await expect(larm.getByText('Du hade larmet', { exact: true })).toBeVisible()
    })

    test('without a partner the member is told so before the press, after it, and until somebody takes the alarm @long', async ({
      browser,
    }) => {
      const area = await openArea(0)
      const before = await openAs(browser, area.member, options)
      await before.goto(alarmPage)
      await expect(before.getByText(/Ingen väktare|Inga väktare/).first()).toBeVisible()
      const { page, alarmId } = await send(browser, area, options)
      await look(page)
      const said = page.getByRole('alert').filter({ hasText: 'Ingen väktare här. Ring 112.' })
      await expect(said).toBeVisible()
      await expect(said.getByRole('link', { name: 'Ring 112' })).toHaveAttribute('href', 'tel:112')
      await expect(async () => {
        await look(page)
        await expect(said.getByText(/^Larmet är skickat till \d+ i jouren\.$/)).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await expect(page.getByText(/Framme hos/)).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      if (javaScriptEnabled) await expectForEveryone(page)

      // An administrator takes it, so the message is gone.
      const admin = await openAs(browser, demo.admin, options)
      await admin.goto(`/dashboard/admin/alarms/${alarmId}`)
      await admin.getByRole('button', { name: 'Ta larmet' }).click()
      await expect(admin.getByText('Larmet är ditt')).toBeVisible()
      await look(page)
      await expect(page.getByText('Ingen väktare här. Ring 112.')).toHaveCount(0)
    })
  })
}

test('an alarm that is handed back counts as seen again by guards who have it on their screens', async ({
  browser,
}) => {
  const area = await openArea(2)
  const [ali, stranger] = await Promise.all(area.partners.map(({ guardKey }) => openAsGuard(browser, guardKey)))
  if (!ali || !stranger) throw new Error('unreachable')
  const { page: member, alarmId } = await send(browser, area, { javaScriptEnabled: true })
  for (const guard of [ali, stranger]) await guard.goto(`/vakt/larm/${alarmId}`)
  await expect(member.getByText(/^Sett av 2/)).toBeVisible()
  await alarmOn(ali).getByRole('button', { name: 'Ta larmet' }).click()
  // Pressed by keyboard: the notice may cover the button, and stays as long as the pointer is on it.
  await alarmOn(ali).getByRole('button', { name: 'Lämna tillbaka larmet' }).press('Enter')
  await expect(alarmOn(stranger).getByRole('button', { name: 'Ta larmet' })).toBeVisible()
  const isSeenAgain = async () => {
    const [row] = await ask<{ seen: number }>(
      `select count(*)::int as seen from alarm_recipients where alarm_id = $1 and seen_at >= (select max(at) from alarm_timeline
        where alarm_id = $1 and kind = 'handed_back')`,
      [alarmId],
    )
    return row?.seen
  }
  await expect.poll(isSeenAgain).toBe(2)
  await expect(member.getByText(/^Sett av 2/)).toBeVisible()
})

import { type Browser, expect, type Page } from '@playwright/test'
import {
  type Area,
  ask,
  change,
  followingLinkOf,
  linkOf,
  openArea,
  openAs,
  sendsByItself,
} from '../../support/browser/alarm-people'
import { newPhone, readSms } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { expectForEveryone, expectNoSidewaysScroll } from '../../support/browser/scan'

/** The people a member named, and the walk home, on a phone. */
const viewport = { width: 390, height: 844 }
const safety = '/dashboard/customer/safety'

async function newestAlarm(area: Area) {
  const [alarm] = await ask<{ id: string; origin: string; status: string; message: string }>(
    'select id, origin, status, message from safety_alarms where reported_by = $1 order by id desc limit 1',
    [area.memberId],
  )
  return alarm
}

async function openLinkIn(page: Page, browser: Browser, phone: string, subject: string) {
  const text = await readSms(browser, phone, subject)
  const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  await page.goto(pathname + search)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    const options = { viewport, javaScriptEnabled }

    test('a named person says yes, follows an alarm and sees who takes it @long', async ({ browser }) => {
      test.slow()
      const area = await openArea(1)
      const [partner] = area.partners
      if (!partner) throw new Error('unreachable')
      const member = await openAs(browser, area.member, options)
      await sendsByItself(member)
      await member.goto(`${safety}/circle`)
      const phone = newPhone()
      await member.getByLabel('Vem är det?').fill('Dottern')
      await member.getByLabel('Mobilnummer eller e-post').fill(phone)
      await member.getByRole('button', { name: 'Skicka frågan' }).click()
      await expect(member.getByText('Frågan är skickad, inget svar än')).toBeVisible()
      await expectNoSidewaysScroll(member)

      const daughter = await (await browser.newContext(options)).newPage()
      await openLinkIn(daughter, browser, phone, 'Fråga om att få veta om larm')
      await expect(daughter.getByRole('heading', { name: 'Siv Provsson vill att du får veta' })).toBeVisible()
      if (javaScriptEnabled) await expectForEveryone(daughter)
      await daughter.getByRole('button', { name: 'Ja, jag vill få veta' }).click()
      await expect(daughter.getByRole('heading', { name: 'Du får veta när Siv Provsson larmar' })).toBeVisible()

      await member.goto(safety)
      await member.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
      await member.getByRole('button', { name: 'Skicka larm' }).click()
      await expect(member.getByText('Trygghetslarm skickat!')).toBeVisible()
      if (!javaScriptEnabled) await member.goto(safety)
      await expect(member.getByText(/(Skickat|På väg ut) även till Dottern/)).toBeVisible()

      const alarm = await newestAlarm(area)
      await daughter.goto(await followingLinkOf(alarm?.id ?? ''))
      await expect(daughter.getByRole('heading', { name: 'Siv har larmat' })).toBeVisible()
      await expect(daughter.getByText(/Ingen har tagit larmet än\. Ring 112/)).toBeVisible()
      await expect(daughter.getByText('Någon är i huset')).toHaveCount(0)
      await expect(daughter.getByRole('button', { name: /Ta larmet/ })).toHaveCount(0)
      if (javaScriptEnabled) await expectForEveryone(daughter)
      await expectNoSidewaysScroll(daughter)
      if (javaScriptEnabled) {
        await daughter.context().setOffline(true)
        await expect(daughter.getByText('Uppkopplingen är borta. Det som står här kan ha ändrats.')).toBeVisible()
        await daughter.context().setOffline(false)
        await expect(daughter.getByText('Uppkopplingen är borta.')).toHaveCount(0)
      }

      const guard = await (await browser.newContext()).newPage()
      await guard.goto(await linkOf(alarm?.id ?? '', partner.companyId))
      await guard.getByRole('button', { name: 'Ta larmet' }).click()
      await expect(guard.getByText('Larmet är ditt')).toBeVisible()
      if (!javaScriptEnabled) await daughter.reload()
      await expect(daughter.getByText(/Provvakt A \(Ali\) har tagit larmet/)).toBeVisible()

      await daughter.getByRole('button', { name: 'Jag vill inte få veta mer' }).click()
      await expect(daughter.getByText('Här finns ingen fråga')).toBeVisible()
      await member.goto(`${safety}/circle`)
      await expect(member.getByText('Du har inte frågat någon än.')).toBeVisible()
    })

    test('a walk home that runs out raises an alarm, which the member calls off afterwards @long', async ({
      browser,
    }) => {
      test.slow()
      const area = await openArea(1)
      const ownPhone = newPhone()
      await change('update profiles set phone = $2 where id = $1', [area.memberId, `+46${ownPhone.slice(1)}`])
      await change('update profiles set phone_verified_at = now() where id = $1', [area.memberId])
      const where = { geolocation: { latitude: 59.27, longitude: 18.01 }, permissions: ['geolocation'] }
      const member = await openAs(browser, area.member, { ...options, ...(javaScriptEnabled ? where : {}) })
      await member.goto(`${safety}/walk`)
      await member.getByRole('radio', { name: '15 min' }).check()
      if (javaScriptEnabled) await member.getByLabel('Skicka var jag är på vägen').check()
      // Playwright's text locators ignore text inside noscript.
      else await expect(member.locator('noscript p')).toHaveText(/^Utan JavaScript kan telefonen inte skicka/)
      await member.getByRole('button', { name: 'Följ mig hem' }).click()
      await expect(member.getByRole('heading', { name: /^Hemma kl\. / })).toBeVisible()
      if (javaScriptEnabled) await expect(member.getByText('Din plats skickas')).toBeVisible()
      if (javaScriptEnabled) await expectForEveryone(member)
      await expectNoSidewaysScroll(member)
      await member.close()

      // The walk's time runs out: first the question, then an alarm when nobody answers.
      const isDue = () =>
        change('update walks set due_at = now() where member_id = $1 and ended_at is null', [area.memberId])
      const stateOf = async () =>
        (await ask<{ state: string }>('select state from walks where member_id = $1', [area.memberId]))[0]?.state
      await isDue()
      await expect.poll(stateOf).toBe('asked')
      await isDue()
      await expect.poll(stateOf).toBe('raised')
      const alarm = await newestAlarm(area)
      expect(alarm).toMatchObject({
        origin: 'walk',
        message: expect.stringMatching(/^Följ mig hem: har inte kommit hem/),
      })
      const positions = await ask('select id from alarm_positions where alarm_id = $1', [alarm?.id])
      expect(positions).toHaveLength(javaScriptEnabled ? 1 : 0)

      const phone = await (await browser.newContext(options)).newPage()
      await openLinkIn(phone, browser, ownPhone, 'Är du hemma?')
      await expect(phone.getByRole('heading', { name: 'Larmet har gått' })).toBeVisible()

      const back = await openAs(browser, area.member, options)
      await back.goto(`${safety}/walk`)
      await expect(back.getByRole('heading', { name: /^Larmet gick kl\. / })).toBeVisible()
      await back.getByRole('link', { name: 'Öppna larmet' }).click()
      await back.getByRole('button', { name: 'Jag är trygg' }).click()
      await expect(back.getByText('Skönt att du är trygg')).toBeVisible()
      await expect.poll(async () => (await newestAlarm(area))?.status).toBe('cancelled')
    })

    test('a walk home ends without an alarm when the member says that they are home @long', async ({ browser }) => {
      const area = await openArea(1)
      const member = await openAs(browser, area.member, options)
      await member.goto(`${safety}/walk`)
      await member.getByRole('button', { name: 'Följ mig hem' }).click()
      await member.getByRole('button', { name: '15 min till' }).click()
      await expect(member.getByText('Tiden är ändrad')).toBeVisible()
      await member.getByRole('button', { name: 'Hemma', exact: true }).click()
      await expect(member.getByText('Skönt att du är hemma')).toBeVisible()
      expect(await newestAlarm(area)).toBeUndefined()
    })
  })
}

import { expect } from '@playwright/test'
import { openArea } from '../../support/browser/alarm-people'
import { demo, demoPassword, newEmail } from '../../support/browser/browser-people'
import { test } from '../../support/browser/browser-test'
import { sendGuardLink } from '../../support/browser/guard-journey'
import { company, service, workday } from '../../support/browser/it-help'
import type { Engine } from '../../support/engines/driver'
import { firefox } from '../../support/engines/firefox'
import { type Visitor, visitor } from '../../support/engines/visitor'
import { webkit } from '../../support/engines/webkit'

/**
 * The main journeys in other browser engines: Firefox, and WebKit as used by all browsers on iPhones. Run where
 * Debian's packages are installed (firefox-esr; webkit2gtk-driver and xvfb), otherwise reported as skipped.
 */

async function logsIn(who: Visitor, email: string) {
  await who.goTo('/auth')
  await who.fills('E-post', email)
  await who.fills('Lösenord', demoPassword)
  await who.presses('Logga in')
  await who.isAt(/^\/dashboard/)
}

for (const [engine, javaScriptEnabled, workdays] of [
  [firefox, true, 61],
  [firefox, false, 62],
  [webkit, true, 63],
] satisfies [Engine, boolean, number][]) {
  test.describe(`${engine.name} ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { tag: '@long' }, () => {
    test.beforeEach(() => test.info().skip(engine.missing !== null, `Left out: ${engine.missing}`))
    const open: Visitor[] = []
    const opens = async (baseURL = '') => {
      const who = visitor(await engine.open(javaScriptEnabled), baseURL)
      open.push(who)
      return who
    }
    test.afterEach(async () => {
      const info = test.info()
      for (const who of info.errors.length > 0 ? open : []) await info.attach('page', { body: await who.shows() })
      await Promise.all(open.splice(0).map((who) => who.close()))
    })

    test('a resident becomes a member', async ({ baseURL }) => {
      const who = await opens(baseURL)
      await who.goTo('/signup?role=member')
      await who.fills('Namn', 'Prov Provsson')
      await who.fills('Postnummer', '12540')
      await who.fills('Mobilnummer', '070-174 06 33')
      await who.fills('E-post', newEmail())
      await who.fills('Lösenord', 'gullviva62')
      await who.ticks('Jag godkänner')
      await who.presses('Bli medlem')
      await who.isAt('/dashboard/customer')
      await who.sees('Kom igång')
      expect(await who.tooWide()).toBeLessThanOrEqual(0)
    })

    test('a member books a job', async ({ baseURL }) => {
      const who = await opens(baseURL)
      await logsIn(who, demo.member)
      await who.goTo(`/dashboard/customer/book?q=${encodeURIComponent(company.name)}`)
      await who.follows(service)
      await who.isAt(/service=/)
      await who.goTo(`${await who.at()}&day=${workday(workdays)}`)
      await who.presses('Bekräfta bokning')
      await who.isAt(/\/dashboard\/customer\/bookings\//)
      await who.sees(service)
      expect(await who.tooWide()).toBeLessThanOrEqual(0)
    })

    test('an alarm is sent and taken by a guard company, and the member sees who comes', async ({ baseURL }) => {
      const area = await openArea(1)
      const [member, partner] = await Promise.all([opens(baseURL), opens(baseURL)])
      await logsIn(member, area.member)
      await logsIn(partner, area.partners[0]?.email ?? '')
      await partner.goTo('/dashboard/provider/alarms')
      await member.goTo('/dashboard/customer/safety')
      if (javaScriptEnabled) await Promise.all([member.untilAlive(), partner.untilAlive()])
      await member.fills('Beskriv vad som hänt', 'Någon är i huset')
      await member.presses('Skicka larm')
      await member.sees('Larmet är ute')
      if (!javaScriptEnabled) await partner.goTo('/dashboard/provider/alarms')
      await partner.sees('Någon är i huset')
      await partner.presses('Ta larmet')
      await partner.sees('Jag är på plats')
      if (!javaScriptEnabled) await member.goTo('/dashboard/customer/safety')
      await member.sees('Provvakt A')
      for (const who of [member, partner]) expect(await who.tooWide()).toBeLessThanOrEqual(0)
    })

    test('a guard logs in by the link of an SMS', async ({ baseURL }) => {
      const who = await opens(baseURL)
      await who.goTo(`/vakt/in?nyckel=${await sendGuardLink()}`)
      await who.presses('Öppna min sida')
      await who.sees('Hej Prov')
      expect(await who.tooWide()).toBeLessThanOrEqual(0)
    })
  })
}

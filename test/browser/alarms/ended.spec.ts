import { expect } from '@playwright/test'
import { ask, change, openArea, openAs, openAsGuard } from '../../support/browser/alarm-people'
import { newEmail, signUpMember } from '../../support/browser/browser-people'
import { isAlive, test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

test('suggested words fill the field, and the page of a closed alarm says who had it and takes a comment @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await member.goto('/dashboard/customer/safety')
  await isAlive(member)
  const field = member.getByLabel('Beskriv vad som hänt')
  await member.getByRole('button', { name: 'Någon följer mig' }).click()
  await expect(field).toHaveValue('Någon följer mig')
  await member.getByRole('button', { name: 'Inbrott' }).click()
  await expect(field).toHaveValue('Någon följer mig. Inbrott')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  // The phone numbers of help lines are shown while the alarm is open, too.
  for (const number of ['114 14', '1177', '010-456 67 00']) {
    await expect(member.getByRole('link', { name: number })).toHaveAttribute('href', `tel:${number.replace(/\D/g, '')}`)
  }

  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  await guard.goto(`/vakt/larm/${alarm?.id}`)
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await guard.getByRole('button', { name: 'Jag är på plats' }).click()
  await expect(guard.getByText('Den som larmade ser att du är på plats').first()).toBeVisible()
  await guard.getByRole('button', { name: 'Avslutat' }).click()

  const end = member.getByRole('region', { name: 'Larmet är avslutat' })
  await expect(end.getByText('Provvakt A (Ali)')).toBeVisible()
  await expect(end.getByText(/Larmat kl\. \d\d\.\d\d, mottaget kl\. .*på plats kl\. .*avslutat kl\./)).toBeVisible()
  await expect(end.getByText('Den som hade larmet avslutade det.')).toBeVisible()
  await expect(end.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112')
  await expect(member.getByRole('button', { name: 'Skicka larm' })).toBeVisible()

  await end.getByText('Vill du berätta något?').click()
  await end.getByRole('button', { name: 'Spara' }).click()
  await expect(end.getByRole('alert').getByText('Skriv något först')).toBeVisible()
  await end.getByLabel('Hur det gick').fill('Han kom på tre minuter. Tack.')
  await end.getByRole('button', { name: 'Spara' }).click()
  await expect(end.getByText('Han kom på tre minuter. Tack.')).toBeVisible()
  await expectForEveryone(member)
})

test('an alarm called off and pressed again is shown as out, with the newest words first', async ({ browser }) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member, { viewport: { width: 360, height: 640 } })
  const pressWith = async (words: string) => {
    await member.goto('/dashboard/customer/safety')
    await isAlive(member)
    await member.getByLabel('Beskriv vad som hänt').fill(words)
    await member.getByRole('button', { name: 'Skicka larm' }).click()
  }
  const out = member.getByRole('heading', { name: 'Larmet är ute' })
  await pressWith('Någon är i huset')
  await expect(out).toBeVisible()
  await member.getByRole('button', { name: 'Larma igen' }).click()
  const wordsAreMissing = member.getByText('Meddelande saknas')
  await expect(wordsAreMissing).toBeVisible()
  await member.getByRole('button', { name: 'Jag är trygg' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är avslutat' })).toBeVisible()
  await expect(wordsAreMissing).toBeHidden()

  await pressWith('Han kom tillbaka')
  await expect(out).toBeFocused()
  await expect(out).toBeInViewport()

  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  await guard.goto('/vakt/larm')
  const card = guard.getByRole('article').filter({ hasText: 'larmat 2 gånger' })
  await expect(card).toContainText(/Han kom tillbaka.*Först, kl\. \d\d\.\d\d.*Någon är i huset/s)
})

test('without JavaScript an empty alarm just after one that ended is refused at the top of the page @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const phone = { viewport: { width: 390, height: 700 }, javaScriptEnabled: false }
  const member = await openAs(browser, area.member, phone)
  await member.goto('/dashboard/customer/safety')
  await member.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  await member.getByRole('button', { name: 'Jag är trygg' }).click()
  await expect(member.getByRole('region', { name: 'Larmet är avslutat' })).toBeVisible()
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByText('Meddelande saknas')).toBeInViewport()
})

test('an alarm handed back before it ends says who was there and that nobody had it at the end @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await member.goto('/dashboard/customer/safety')
  await isAlive(member)
  await member.getByLabel('Beskriv vad som hänt').fill('Någon bryter upp dörren')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  await guard.goto(`/vakt/larm/${alarm?.id}`)
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await guard.getByRole('button', { name: 'Jag är på plats' }).click()
  await guard.getByRole('button', { name: 'Lämna tillbaka larmet' }).click()
  await expect(guard.getByRole('button', { name: 'Ta larmet' }).first()).toBeVisible()
  await member.getByRole('button', { name: 'Jag är trygg' }).click()

  const words =
    /Provvakt A \(Ali\) var på plats och lämnade tillbaka larmet kl\. \d\d\.\d\d\. Ingen hade det när det tog slut/
  const end = member.getByRole('region', { name: 'Larmet är avslutat' })
  await expect(end.getByText(words)).toBeVisible()
  await expect(end.getByText(/mottaget kl\. .*på plats kl\. .*tillbakalämnat kl\. .*avslutat kl\./)).toBeVisible()
  const larm = guard.getByRole('article').filter({ has: guard.getByRole('heading', { level: 1 }) })
  await expect(larm.getByText(words)).toBeVisible()
  await member.getByRole('link', { name: 'Allt som hänt med larmet' }).click()
  const lamps = member.getByRole('list', { name: 'Så går det för larmet' })
  await expect(lamps.getByText('Mottaget av Provvakt A (Ali)')).toBeVisible()
  await expect(lamps.getByText('Inte än')).toHaveCount(0)
})

test('a session that ended elsewhere keeps the alarm and the text on the page until somebody else logs in @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await member.goto('/dashboard/customer/safety')
  await isAlive(member)
  await member.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  const more = member.getByRole('textbox').first()
  await more.fill('Nu går han uppför trappan')
  // Waits until no request is running: one that began before the session ended would redirect to the login.
  let [asked, before] = [0, -1]
  member.on('request', (request) => {
    if (request.url().includes('.data')) asked++
  })
  const isAtRest = () => {
    const nothingNew = asked === before
    before = asked
    return nothingNew
  }
  await expect.poll(isAtRest, { intervals: [1_500] }).toBe(true)
  await change('delete from sessions using safety_alarms where profile_id = reported_by and postcode = $1', [
    area.postcode,
  ])
  // As when a phone is taken up again.
  await member.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(member.getByRole('alert').filter({ hasText: 'Du är inte inloggad längre.' })).toContainText(
    'Larmet är kvar, men det som står här kan ha ändrats.',
  )
  await expect(member.getByText('Uppkopplingen är borta')).toBeHidden()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  await expect(member.getByRole('link', { name: 'Ring 112' }).first()).toBeVisible()
  await expect(more).toHaveValue('Nu går han uppför trappan')
  await expect(member.getByRole('button', { name: 'Jag är trygg' })).toBeHidden()
  await expect(member.getByRole('link', { name: 'Logga in och se hur det går' })).toHaveAttribute(
    'href',
    '/auth?redirectTo=%2Fdashboard%2Fcustomer%2Fsafety&varfor=utloggad',
  )

  // Somebody else logs in in the same browser: nothing of the first person may be read or sent.
  const other = await member.context().newPage()
  await signUpMember(other, { name: 'Nästa Person', email: newEmail() })
  await expect(other).toHaveURL('/dashboard/customer')
  // The page may have navigated by itself already, since it polls every few seconds.
  await member.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => undefined)
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeHidden()
  await isAlive(member)
  await expect(member.getByLabel('Beskriv vad som hänt')).toHaveValue('')
  await expect(member).toHaveURL('/dashboard/customer/safety')
  const kept = await member.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept.split('Nu går han uppför trappan')).toHaveLength(2)
})

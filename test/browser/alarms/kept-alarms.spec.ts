import { type Browser, expect, type Page } from '@playwright/test'
import {
  type Area,
  ask,
  hangsAtFirst,
  leaveKept,
  openArea,
  openAs,
  sendsByItself,
} from '../../support/browser/alarm-people'
import { hasWorker, test } from '../../support/browser/browser-test'

const alarmPage = '/dashboard/customer/safety'

const alarmsOf = (area: Area) =>
  ask<{ message: string }>('select message from safety_alarms where postcode = $1 order by id', [area.postcode])

async function openMember(browser: Browser, area: Area): Promise<Page> {
  const page = await openAs(browser, area.member)
  await sendsByItself(page)
  await page.goto(alarmPage)
  await hasWorker(page)
  return page
}

test('an alarm kept for three days is asked about before it is sent, and a new alarm can be sent meanwhile', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  await leaveKept(page, area.memberId, 'Tre dagar sedan', 72)
  await page.goto('/dashboard')
  await expect(page.getByText('Ett larm är inte skickat')).toBeVisible()
  await page.goto(alarmPage)
  await expect(page.getByText(/Du skrev detta .*Skicka nu\?/)).toBeVisible()
  expect(await alarmsOf(area)).toEqual([])
  await page.getByLabel('Beskriv vad som hänt').fill('Det här är nu')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  expect((await alarmsOf(area)).map(({ message }) => message)).toEqual(['Det här är nu'])
  await page.getByRole('button', { name: 'Skicka nu' }).click()
  await expect(page.getByText('Tre dagar sedan').last()).toBeVisible()
  await expect
    .poll(() =>
      ask(
        'select alarm_updates.message from alarm_updates join safety_alarms on safety_alarms.id = alarm_id where postcode = $1',
        [area.postcode],
      ),
    )
    .toEqual([{ message: expect.stringMatching(/^Tre dagar sedan\n\(Skrevs för 72 timmar sedan/) }])
  await page.reload()
  await expect(page.getByText(/Skicka nu\?/)).toHaveCount(0)
})

test('sending a kept alarm that had arrived and been closed raises a new alarm @long', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  for (const isOffline of [false, true]) {
    const key = await leaveKept(page, area.memberId, 'Jag är kvar i källaren', 2)
    await ask(
      `insert into safety_alarms (id, key, reported_by, postcode, message, status, called_at, created_at, closed_at)
       values (uuidv7(), $1, $2, $3, 'Jag är kvar i källaren', 'resolved', now() - interval '2 hours', now() - interval '2 hours', now() - interval '1 hour')`,
      [key, area.memberId, area.postcode],
    )
    await page.context().setOffline(isOffline)
    await page.reload()
    await page.getByRole('button', { name: 'Skicka nu' }).click()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: /Larmet är ute|Trygghetslarm skickat!/ })).toBeVisible()
    const open = `select status from safety_alarms where postcode = $1 and status = 'new'`
    await expect.poll(() => ask(open, [area.postcode])).toEqual([{ status: 'new' }])
    await ask(
      `update safety_alarms set status = 'cancelled', closed_at = now() where postcode = $1 and status = 'new'`,
      [area.postcode],
    )
    await page.goto(alarmPage)
    await expect(page.getByText(/Skicka nu\?/)).toHaveCount(0)
  }
})

for (const page of ['the alarm page', 'the offline page'] as const) {
  test(`${page} tells of a kept alarm although the phone’s store hangs when the page is opened @long`, async ({
    browser,
  }) => {
    const area = await openArea(1)
    const member = await openMember(browser, area)
    await leaveKept(member, area.memberId, 'Jag är kvar i källaren', 2)
    await hangsAtFirst(member)
    await member.context().setOffline(page === 'the offline page')
    await member.reload()
    await expect(member.getByText('Jag är kvar i källaren')).toBeVisible()
    await expect(member.getByRole('button', { name: 'Skicka nu' })).toBeVisible()
    await expect(member.getByLabel('Beskriv vad som hänt')).toBeVisible()
  })
}

test('a kept alarm is sent from any page although the phone’s store hangs when the page is opened @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  await leaveKept(page, area.memberId, 'Någon är i trapphuset', 0.1)
  await hangsAtFirst(page)
  await page.goto('/dashboard')
  await expect.poll(async () => (await alarmsOf(area)).length).toBe(1)
})

test('an alarm kept by another member waits for them and does not delay one’s own @long', async ({ browser }) => {
  const [area, elsewhere] = [await openArea(1), await openArea(1)]
  const page = await openMember(browser, area)
  await leaveKept(page, elsewhere.memberId, 'Någon annans', 0.2)
  await leaveKept(page, area.memberId, 'Mitt eget', 0.1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  expect(await alarmsOf(area)).toMatchObject([{ message: expect.stringMatching(/^Mitt eget/) }])
  expect(await alarmsOf(elsewhere)).toEqual([])
})

test('on the offline page a refused kept alarm leaves a form that works, and an old one is asked about @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  // An invalid message, which the server refuses once there is a connection.
  await leaveKept(page, area.memberId, '\u0000', 0.01)
  await leaveKept(page, area.memberId, 'Tre dagar sedan', 72)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Larmet är inte skickat' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('alert')).toContainText('Meddelande saknas')
  await page.getByLabel('Beskriv vad som hänt').fill('Hemliga ord')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Trygghetslarm skickat!' })).toBeVisible()
  expect(page.url()).not.toMatch(/Hemliga/)
  expect((await alarmsOf(area)).map(({ message }) => message)).toEqual(['Hemliga ord'])

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/Du skrev detta .*Skicka nu\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Släng det' }).click()
  await expect(page.getByText(/Skicka nu\?/)).toBeHidden()
  await expect(page.getByLabel('Beskriv vad som hänt')).toBeVisible()
})

test('text written before the page was lost is kept on the offline page and sent as one alarm @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon i trapp')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Ingen uppkoppling.').first()).toBeVisible()
  const field = page.getByLabel('Beskriv vad som hänt')
  await expect(field).toHaveValue('Någon i trapp')
  await field.fill('Någon i trapphuset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är inte skickat' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Trygghetslarm skickat!' })).toBeVisible()
  expect((await alarmsOf(area)).map(({ message }) => message)).toEqual(['Någon i trapphuset'])
  await page.goto(alarmPage)
  await expect(page.getByLabel(/Beskriv vad som hänt|Har något ändrats/)).toHaveValue('')
})

declare global {
  interface Window {
    /** IndexedDB never answers. */
    isSilent?: boolean
  }
}

/** From the next page on, IndexedDB can be made to hang. */
async function lendSilence(page: Page) {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (...given) {
      return window.isSilent ? (new EventTarget() as IDBOpenDBRequest) : open.apply(this, given)
    }
  })
}

const beSilent = (page: Page, isSilent: boolean) =>
  page.evaluate((isSilent) => {
    window.isSilent = isSilent
  }, isSilent)

test('on the offline page a hanging IndexedDB is announced, and the next try keeps the alarm @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  await lendSilence(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i källaren')
  await beSilent(page, true)
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  const unsaved = page.getByText('Larmet kan inte sparas i den här webbläsaren')
  await expect(unsaved).toBeVisible()
  await beSilent(page, false)
  await page.getByRole('button', { name: 'Försök nu' }).click()
  await expect(unsaved).toBeHidden()
  // While IndexedDB hangs, the alarm in it may still be sent, so the page must not say that it is gone.
  await beSilent(page, true)
  await page.getByRole('button', { name: 'Ångra larmet' }).click()
  await expect(page.getByText('Larmet kunde inte tas bort ännu. Tryck på Ångra larmet igen.')).toBeVisible()
  // It is stored in the phone, so the page may be closed.
  await page.reload()
  await expect(page.getByText('Någon är i källaren')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Trygghetslarm skickat!' })).toBeVisible()
  expect((await alarmsOf(area)).map(({ message }) => message)).toEqual(['Någon är i källaren'])
})

/** Alarms that are stored in the phone to be sent. */
const keptOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('kvartera-alarms', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('kept').objectStore('kept').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(({ message }) => message))
          }
        }
      }),
  )

test('on the alarm page the next try keeps the alarm after IndexedDB hung, and cancelling removes it @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openMember(browser, area)
  await lendSilence(page)
  await page.reload()
  await page.context().setOffline(true)
  await beSilent(page, true)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är på vinden')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  const notSent = page.getByRole('heading', { name: 'Larmet är inte skickat än' })
  await expect(notSent).toBeVisible()
  const regret = page.getByRole('button', { name: 'Ångra', exact: true })
  await regret.click()
  await expect(page.getByText('Larmet kunde inte tas bort ännu. Tryck på Ångra igen.')).toBeVisible()
  await beSilent(page, false)
  await page.getByRole('button', { name: 'Försök nu' }).click()
  await expect(page.getByText('Telefonen når inte internet.')).toBeVisible()
  await expect.poll(() => keptOn(page)).toEqual(['Någon är på vinden'])
  await regret.click()
  await expect(notSent).toBeHidden()
  expect(await keptOn(page)).toEqual([])
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Skicka larm' })).toBeVisible()
  expect(await alarmsOf(area)).toEqual([])
})

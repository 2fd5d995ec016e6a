import { randomInt } from 'node:crypto'
import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'
import { newEmail, signUpMember } from '../support/browser/browser-people'
import { hasWorker, test } from '../support/browser/browser-test'

/** The push service replaces a browser's address in the background, as the service worker and the page see it. */

const service = `https://push.example/${randomInt(1_000_000_000)}`

/** Sets the push subscription in the worker or a page, since no push service can be reached from here. */
function give(address: string | null) {
  const name = address?.split('/').at(-1) ?? ''
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: name.padEnd(22, 'A').slice(0, 22) }
  const subscription = address && {
    endpoint: address,
    toJSON: () => ({ endpoint: address, keys }),
    unsubscribe: async () => true,
    options: { applicationServerKey: null },
  }
  PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription | null
  PushManager.prototype.subscribe = async () => {
    if (!subscription) throw new DOMException('no', 'NotAllowedError')
    return subscription as unknown as PushSubscription
  }
}

async function workerOf(page: Page, context: BrowserContext): Promise<Worker> {
  await hasWorker(page)
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  return worker
}

/** The address that the worker remembers as known to the server, and whether it is lost. */
const remembered = (worker: Worker) =>
  worker.evaluate(
    () =>
      new Promise<{ endpoint: string; isLost?: true } | undefined>((resolve, reject) => {
        const opening = indexedDB.open('kvartera-push', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('told')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const asked = opening.result.transaction('told').objectStore('told').get('this browser')
          asked.onsuccess = () => {
            opening.result.close()
            resolve(asked.result)
          }
        }
      }),
  )

/** Only the browser can create the real event, so the simulated one has no waitUntil, and its work is not awaited. */
const changes = (worker: Worker) => worker.evaluate(() => void self.dispatchEvent(new Event('pushsubscriptionchange')))

test('the service worker reports a changed push address, and the page says when push is lost', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
  })
  await signUpMember(page, { email: newEmail(), phone: `070-${randomInt(1_000_000, 9_999_999)}` })
  await expect(page).toHaveURL('/dashboard/customer')
  const worker = await workerOf(page, context)
  const [one, two] = [`${service}/one`, `${service}/two`]

  await worker.evaluate(give, one)
  await page.goto('/dashboard/account/notices')
  await page.evaluate(give, one)
  const push = page.getByRole('region', { name: 'Push på dina enheter', exact: true })
  const turnOn = push.getByRole('button', { name: 'Slå på push i den här webbläsaren' })
  const isOn = push.getByText('Push är påslaget i den här webbläsaren.')
  await turnOn.click()
  await expect(isOn).toBeVisible()
  await expect.poll(async () => (await remembered(worker))?.endpoint).toBe(one)

  await worker.evaluate(give, two)
  await changes(worker).catch(() => {})
  await expect.poll(async () => (await remembered(worker))?.endpoint).toBe(two)
  await page.addInitScript(give, two)
  await page.reload()
  await expect(isOn).toBeVisible()
  await expect(push.getByRole('listitem')).toHaveCount(1)

  await worker.evaluate(give, null)
  await changes(worker).catch(() => {})
  await expect.poll(async () => (await remembered(worker))?.isLost).toBe(true)
  await page.addInitScript(give, null)
  await page.reload()
  await expect(push.getByText('Push når inte längre den här webbläsaren.')).toBeVisible()
  await expect(turnOn).toBeVisible()
})

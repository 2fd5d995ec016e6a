import { browserDatabase } from './browser-database'

/**
 * The push subscription as this browser last told the server. After the push service changes the endpoint a browser
 * knows only the new one, and many do not say what the old one was.
 */
export type Told = {
  endpoint: string
  p256dh: string
  /**
   * The subscription's secret, known only to the browser and the server: proves that a request comes from this browser.
   */
  auth: string
  /** The VAPID public key that the subscription was made for, base64url. */
  key: string | null
  /** Push no longer reaches this browser, and only the person can subscribe again. The page says so. */
  isLost?: true
}

/** The page's message to the service worker after the server has registered the current subscription. */
export const REGISTERED = 'push registered'

const toldStore = 'told'
const only = 'this browser'
const inStore = browserDatabase('kvartera-push', (database) => database.createObjectStore(toldStore))

export const readTold = () => inStore<Told | undefined>(toldStore, 'readonly', (store) => store.get(only))

export async function writeTold(told: Told): Promise<void> {
  await inStore(toldStore, 'readwrite', (store) => store.put(told, only))
}

/** Whether push used to work in this browser and was lost without the person's doing. */
export async function wasPushLost(): Promise<boolean> {
  return readTold().then(
    (told) => told?.isLost === true,
    () => false,
  )
}

/** Called by a page after registration, so that the service worker compares with this subscription from now on. */
export async function tellWorkerOfPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(REGISTERED)
}

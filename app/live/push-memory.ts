import { browserDatabase } from './browser-database'

/**
 * What this browser has told the server of its push subscription: what it was when it was registered. A browser whose push service has
 * changed the address knows the new one alone, and many do not say what it was before.
 */
export type Told = {
  endpoint: string
  p256dh: string
  /** The browser's own secret, which the server has and nobody else: by it the server knows that this is the browser. */
  auth: string
  /** The product's public key that it was made for, base64url. */
  key: string | null
  /** Push does not reach this browser any more, and nothing but the person can change that. The page says so. */
  isLost?: true
}

/** What a page says to the worker when the server has taken what this browser has now. */
export const REGISTERED = 'push registered'

const toldStore = 'told'
const only = 'this browser'
const inStore = browserDatabase('kvartera-push', (database) => database.createObjectStore(toldStore))

export const readTold = () => inStore<Told | undefined>(toldStore, 'readonly', (store) => store.get(only))

export async function writeTold(told: Told): Promise<void> {
  await inStore(toldStore, 'readwrite', (store) => store.put(told, only))
}

/** Whether push once reached this browser, and no longer does by any doing of ours. */
export async function wasPushLost(): Promise<boolean> {
  return readTold().then(
    (told) => told?.isLost === true,
    () => false,
  )
}

/** From a page, once the server has taken it: what the worker compares with from now on. */
export async function tellWorkerOfPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(REGISTERED)
}

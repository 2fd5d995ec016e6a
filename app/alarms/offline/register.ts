import { SYNC_TAG } from './sync-tag'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Makes this browser able to open the alarm page without a line. Asked for by pages of those who are logged in. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** Lets the browser send what is kept even when every page is closed; few browsers can. */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync | undefined = await navigator.serviceWorker.getRegistration()
  await registration?.sync?.register(SYNC_TAG)
}

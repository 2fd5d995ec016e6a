import { SYNC_TAG } from './sync-tag'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Requests a background sync, so that kept alarms are sent even when all pages are closed. Few browsers support it. */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration: WithSync | undefined = await navigator.serviceWorker.getRegistration()
  await registration?.sync?.register(SYNC_TAG)
}

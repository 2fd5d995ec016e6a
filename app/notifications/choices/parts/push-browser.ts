import { registerWorker, tellWorkerOfPush, wasPushLost } from '~/live/public'
import { isForKey } from '../push-key'

/** How push stands in this browser. */
export type Found = 'impossible' | 'refused' | 'off' | 'outdated' | 'on'

/** What the worker compares with is what the server has taken: it is told of a browser that is known there, and of no other. */
export async function lookAtPush(pushKey: string, known: string[]): Promise<Found> {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush || pushKey === '') return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || !known.includes(subscription.endpoint)) return (await wasPushLost()) ? 'outdated' : 'off'
  if (!isForKey(subscription.options.applicationServerKey, pushKey)) return 'outdated'
  await tellWorkerOfPush()
  return 'on'
}

/** Null when the person says no. */
export async function subscribe(pushKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await registerWorker()
  // Without one nothing would ever be ready, and a push would be shown by nobody.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no service worker')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription made for another key (the demo's, an earlier one) cannot be used and is in the way.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

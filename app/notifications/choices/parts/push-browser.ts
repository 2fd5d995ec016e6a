import { registerWorker, tellWorkerOfPush, wasPushLost } from '~/live/public'
import { isForKey } from '../push-key'

/** The state of push in this browser. */
export type Found = 'impossible' | 'refused' | 'off' | 'outdated' | 'on'

/**
 * Finds the state of push in this browser. The service worker is told of the subscription only if the server has it,
 * since the worker compares later changes with what the server knows.
 */
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

/** Null if the person refuses, or only dismisses the question, after which it can be asked again. */
export async function subscribe(pushKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await registerWorker()
  // Without a service worker, `ready` would never resolve and nothing would show a push.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no service worker')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription made for another key (the demo's, an earlier one) is useless and blocks a new one.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

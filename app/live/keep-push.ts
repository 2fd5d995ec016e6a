import { base64url } from './base64url'
import type { Told } from './push-memory'

/**
 * Push services occasionally change a browser's endpoint, mostly while no page is open, and only the service worker can
 * notice. It tells the server the old and the new endpoint, and proves with the old `auth` secret that it is the same
 * browser.
 */
export const RENEW_ADDRESS = '/push/renew'

/** The parts of a PushSubscription that are used. */
export type Subscribed = {
  endpoint: string
  options?: { applicationServerKey?: ArrayBuffer | null }
  toJSON(): { endpoint?: string; keys?: Record<string, string> }
}

export type PushPorts = {
  /** The browser's current subscription; null if it has none. */
  current(): Promise<Subscribed | null>
  /** Rejects if the browser does not have the permission. */
  subscribe(key: string): Promise<Subscribed>
  read(): Promise<Told | undefined>
  write(told: Told): Promise<void>
  /** Posts to the server and resolves to the answer's status. Rejects when offline. */
  tell(fields: Record<string, string>): Promise<number>
}

/** Telling the server failed temporarily; retry when the network is back. */
export class NotTold extends Error {}

/**
 * Synchronises a changed push subscription with the server. `before` is the old subscription, if the browser tells it.
 * Called whenever the service worker is awake, because not every browser fires an event for a change.
 */
export async function keepPush(ports: PushPorts, before: Subscribed | null = null): Promise<void> {
  const told = (await ports.read()) ?? (before ? toldOf(before) : undefined)
  const now = await ports.current()
  if (!told) {
    // A page registered just now, or before this memory existed.
    const first = now && toldOf(now)
    if (first) await ports.write(first)
    return
  }
  if (told.isLost) return
  const next = toldOf(now ?? (await subscribeAnew(ports, told.key)))
  if (!next) return ports.write({ ...told, isLost: true })
  if (next.endpoint === told.endpoint && next.auth === told.auth) return
  const { endpoint, p256dh, auth } = next
  const status = await ports.tell({ old: told.endpoint, oldAuth: told.auth, endpoint, p256dh, auth })
  if (status === 200 || status === 409) return ports.write({ ...next, key: next.key ?? told.key })
  // The server knows no subscription with that endpoint and secret, or refuses the new one: only the person can
  // subscribe again.
  if (status === 404 || status === 422) return ports.write({ ...next, isLost: true })
  throw new NotTold()
}

/** Remembers the current subscription, after a page has registered it for the logged-in person. */
export async function rememberPush(ports: Pick<PushPorts, 'current' | 'write'>): Promise<void> {
  const now = await ports.current()
  const told = now && toldOf(now)
  if (told) await ports.write(told)
}

/**
 * Returns a serial queue. Concurrent runs would subscribe twice and report two endpoints, and a late answer about an
 * old endpoint could mark a subscription as lost that a page has registered meanwhile.
 */
export function inTurn(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (work) => {
    last = last.then(work).catch(() => {})
    return last
  }
}

async function subscribeAnew({ subscribe }: PushPorts, key: string | null): Promise<Subscribed | null> {
  if (key === null) return null
  return subscribe(key).catch(() => null)
}

function toldOf(subscribed: Subscribed | null): Told | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscribed?.toJSON() ?? {}
  if (!endpoint || !p256dh || !auth) return undefined
  const made = subscribed?.options?.applicationServerKey
  return { endpoint, p256dh, auth, key: made ? base64url(made) : null }
}

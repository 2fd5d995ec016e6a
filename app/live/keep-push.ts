import { base64url } from './base64url'
import type { Told } from './push-memory'

/**
 * Push services give a browser another address now and then, most often while no page is open, and nobody is told but the service
 * worker. It tells the server which address was and which is, and proves by the old secret that it is the same browser.
 */
export const RENEW_ADDRESS = '/push/renew'

/** The subscription of a browser, as much of it as is used. */
export type Subscribed = {
  endpoint: string
  options?: { applicationServerKey?: ArrayBuffer | null }
  toJSON(): { endpoint?: string; keys?: Record<string, string> }
}

export type PushPorts = {
  /** What the browser has now; null when it has none. */
  current(): Promise<Subscribed | null>
  /** Throws when the browser may not. */
  subscribe(key: string): Promise<Subscribed>
  read(): Promise<Told | undefined>
  write(told: Told): Promise<void>
  /** The server's answer by its status; throws when there is no line. */
  tell(fields: Record<string, string>): Promise<number>
}

/** What is to be tried again when there is a line. */
export class NotTold extends Error {}

/**
 * Puts right what is not: `before` is what the browser says that it was, where it says so. Called whenever the worker is awake, since not
 * every browser says that anything has changed.
 */
export async function keepPush(ports: PushPorts, before: Subscribed | null = null): Promise<void> {
  const told = (await ports.read()) ?? (before ? toldOf(before) : undefined)
  const now = await ports.current()
  if (!told) {
    // Registered by a page a moment ago, or before there was this memory.
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
  // The server has nobody at that address with that secret, or will not have the new one: only the person can say yes again.
  if (status === 404 || status === 422) return ports.write({ ...next, isLost: true })
  throw new NotTold()
}

/** A page has registered what the browser has now, for whoever is logged in. */
export async function rememberPush(ports: Pick<PushPorts, 'current' | 'write'>): Promise<void> {
  const now = await ports.current()
  const told = now && toldOf(now)
  if (told) await ports.write(told)
}

/**
 * One after the other: two that subscribe anew at once would each tell of another address, and a slow answer about the one before would say of
 * what a page has registered meanwhile that it is lost.
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

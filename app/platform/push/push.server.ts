import type { Undelivered } from '../delivery'

/** Where a browser said it can be reached, and the keys that only it can read with. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/**
 * What the service worker is handed, encrypted on the way: what it is about and the page it opens. Never a name,
 * a phone, an address or a position: it lies on a locked screen, and on other people's servers until then.
 */
export type PushPayload = { kind: string; path: string; title?: string; body?: string }

export type Push = {
  to: PushAddress
  payload: PushPayload
  /** High wakes a phone that saves its battery. */
  urgency?: 'normal' | 'high'
  /** How long it is worth showing. */
  lifeSeconds?: number
}

/** `gone`: the browser is not there any more, and its subscription is to be forgotten. */
export type PushDelivery = { kind: 'delivered' } | (Undelivered & { gone?: true })

/** The way out for web push. The adapter is chosen by configuration and named in the log at the start. */
export type PushSender = {
  name: string
  /** False for the adapter that only keeps what it would have sent. */
  leavesTheHouse: boolean
  /** What a browser needs to subscribe (VAPID, base64url). */
  publicKey: string
  /** Whether pushes may be sent to that address at all: a browser's own push service, nobody else's server. */
  accepts(endpoint: string): boolean
  send(push: Push): Promise<PushDelivery>
}

/** Keeps pushes inside the product: the outbox page is where they can be read. */
export function pushOutboxOnly(publicKey: string): PushSender {
  return {
    name: 'outbox',
    leavesTheHouse: false,
    publicKey,
    accepts: () => true,
    async send() {
      return { kind: 'delivered' }
    },
  }
}

import type { Undelivered } from '../delivery'

/** A browser's push subscription: its endpoint, and the keys to encrypt with. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/**
 * What the service worker receives, encrypted in transit: a kind and the path of the page to open. Never a name, phone
 * number, address or position, because it is shown on a locked screen and waits on other companies' servers.
 */
export type PushPayload = { kind: string; path: string; title?: string; body?: string }

export type Push = {
  to: PushAddress
  payload: PushPayload
  /** High urgency wakes a phone in battery-saving mode. */
  urgency?: 'normal' | 'high'
  /** Time to live: how long the message is worth showing. */
  lifeSeconds?: number
}

/** `gone`: the subscription no longer exists and has to be deleted. */
export type PushDelivery = { kind: 'delivered' } | (Undelivered & { gone?: true })

/** The port for web push. Configuration chooses the adapter, and the log names it at the start. */
export type PushSender = {
  name: string
  /** False for the adapter that only stores what it would have sent. */
  leavesTheHouse: boolean
  /** The VAPID public key (base64url), which a browser needs to subscribe. */
  publicKey: string
  /** Whether the endpoint belongs to an allowed push service, so that we send to no other server (SSRF). */
  accepts(endpoint: string): boolean
  send(push: Push): Promise<PushDelivery>
}

/** Keeps pushes inside the product; the outbox page shows them. */
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

import type { Subscribed } from '~/live/keep-push'

/** The parts of the service worker API used here. TypeScript's `webworker` library cannot stand beside `dom`. */
export type Extendable = Event & { waitUntil(done: Promise<unknown>): void }

export type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  /** The page that makes the request, and the page that a navigation creates. */
  clientId: string
  resultingClientId: string
  respondWith(answer: Promise<Response>): void
}

export type Pushed = Extendable & { data: { json(): unknown } | null }

export type Syncing = Extendable & { tag: string }

/** Firefox and Safari set neither subscription; Chromium sets both, or only the old one. */
export type PushChanged = Extendable & { oldSubscription?: Subscribed | null; newSubscription?: Subscribed | null }

export type Messaged = Extendable & { data: unknown }

export type Clicked = Extendable & { notification: Notification & { data: unknown } }

type Window = {
  url: string
  focus(): Promise<unknown>
  navigate(to: string): Promise<unknown>
  postMessage(x: unknown): void
}

type Registration = {
  pushManager?: {
    getSubscription(): Promise<Subscribed | null>
    subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscribed>
  }
  sync?: { register(tag: string): Promise<void> }
  navigationPreload?: { enable(): Promise<void> }
  showNotification(
    title: string,
    options: NotificationOptions & { renotify?: boolean; vibrate?: number[] },
  ): Promise<void>
}

export type Worker = {
  registration: Registration
  clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window'; includeUncontrolled?: boolean }): Promise<Window[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', on: (event: Extendable) => void): void
  addEventListener(name: 'fetch', on: (event: Fetching) => void): void
  addEventListener(name: 'pushsubscriptionchange', on: (event: PushChanged) => void): void
  addEventListener(name: 'message', on: (event: Messaged) => void): void
  addEventListener(name: 'push', on: (event: Pushed) => void): void
  addEventListener(name: 'sync', on: (event: Syncing) => void): void
  addEventListener(name: 'notificationclick', on: (event: Clicked) => void): void
}

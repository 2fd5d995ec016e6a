import {
  inTurn,
  keepPush,
  NotTold,
  type PushPorts,
  RENEW_ADDRESS,
  rememberPush,
  type Subscribed,
} from '~/live/keep-push'
import { newKey } from '~/live/new-key'
import { REGISTERED, readTold, writeTold } from '~/live/push-memory'
import { calledOffAfter, inTime } from '~/platform/time-limit'
import { whereIn } from '../raise/where/place'
import { forgetWhoseItIs, type KeptAlarm, keepAlarm, readMember } from './kept/kept-alarms'
import { ownFile } from './own-file'
import { postedFrom } from './posted-from'
import { pushShown } from './push-words'
import { sendEveryKept } from './send-kept'
import { SYNC_TAG } from './sync-tag'
import type { Fetching, Pushed, Worker } from './worker-types'

/* The service worker. It shows a page with 112 and the alarm when no page can be loaded, sends kept alarms when the
   line is back, shows pushes, and tells the server about a changed push subscription. Network first: it never answers
   from the cache while the server answers, so no page is stale. */
declare const self: Worker
/** Hash of the files below, set by the build. When one changes, the cache gets a new name. */
declare const __OFFLINE_VERSION__: string

const cacheName = `offline ${__OFFLINE_VERSION__}`
const offlinePage = '/offline/page.html'
const files = [offlinePage, '/offline/page.css', '/offline/page.js', '/favicon.svg']
const alarmPath = '/dashboard/customer/safety'
const logOutPath = '/logout'
/** Timeout of a page request on a bad line. */
const longestWait = 6_000

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

async function install() {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  // No pages are cached, so the newest worker may take over open pages at once.
  await self.skipWaiting()
}

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith('offline ') && name !== cacheName) await caches.delete(name)
  }
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageOrOffline(event, pathname))
  else if (files.includes(pathname)) event.respondWith(fileOf(event))
  // Once per start of the worker, in the background.
  if (request.mode === 'navigate' && !isPushLookedAt) event.waitUntil(keepPushInTurn())
})

async function pageOrOffline(event: Fetching, pathname: string): Promise<Response> {
  const { request } = event
  // A request body can be read only once, so clone it before sending.
  let fault: Response | null = null
  const copy = request.method === 'POST' && pathname === alarmPath ? request.clone() : null
  try {
    const answer = await pageInTime(request.method === 'GET' ? pageOf(event) : fetch(request), pathname)
    if (!isFault(answer.status, pathname)) {
      // Logout by a form without scripts; with scripts the page does this (forget-member.ts). Only a redirect means
      // logged out: a cross-site request is refused.
      const isLogOut = request.method === 'POST' && pathname === logOutPath
      if (isLogOut && answer.type === 'opaqueredirect') await forgetWhoseItIs().catch(() => {})
      return answer
    }
    fault = answer
  } catch {
    // Network error or timeout; answered by the offline page below.
  }
  const isLost = copy !== null && !(await keepForm(copy).catch(() => false))
  // The alarm could not be kept, and the server's own fault page contains the typed words: show that page.
  if (isLost && fault) return fault
  keptPages.add(event.resultingClientId)
  return offlineAnswer(isLost ? lostLine : fault ? faultLine : null)
}

/** Client ids of pages that were answered from the cache. */
const keptPages = new Set<string>()

const faultLine = 'Servern svarar inte som den ska.'
const lostLine = 'Larmet är inte skickat, och kan inte sparas i den här webbläsaren. Ring 112 vid fara.'

/**
 * On the alarm's page any 5xx leads to the offline page. Elsewhere only 502 to 504 do: the server's own error page is
 * better than the offline page.
 */
function isFault(status: number, pathname: string): boolean {
  return pathname === alarmPath ? status >= 500 : status >= 502 && status <= 504
}

/** The offline page, with its status line replaced by `line` if there is one. */
async function offlineAnswer(line: string | null): Promise<Response> {
  const kept = await caches.match(offlinePage)
  if (!kept || line === null) return kept ?? Response.error()
  const page = (await kept.text()).replace(/(id="line" role="status">)[^<]*/, `$1${line}`)
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

async function pageOf(event: Fetching): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** Only the alarm's page has a timeout. */
function pageInTime(answer: Promise<Response>, pathname: string): Promise<Response> {
  return pathname === alarmPath ? inTime(answer, longestWait) : answer
}

/** Keeps an alarm posted without scripts while the server is unreachable. False if it could not be stored. */
async function keepForm(request: Request): Promise<boolean> {
  const from = postedFrom(request.referrer, location.origin)
  if (from === 'another site') return true
  const form = await request.formData()
  const message = String(form.get('message') ?? '').trim()
  if (form.get('intent') !== 'raise' || message === '') return true
  const alarm: KeptAlarm = {
    // Without a key the alarm still counts, and must not overwrite another.
    key: String(form.get('key') || newKey()),
    memberId: await readMember().catch(() => null),
    message,
    position: null,
    where: whereIn((name) => form.get(name)),
    isTest: form.has('test'),
    writtenAt: Date.now(),
    ...(from === 'unknown' ? { isUnsure: true } : {}),
  }
  return keepAlarm(alarm).then(
    () => true,
    () => false,
  )
}

function fileOf({ request, clientId }: Fetching): Promise<Response> {
  const ways = { fetched: () => fetch(request), kept: () => caches.match(request) }
  return ownFile(ways, keptPages.has(clientId)).catch(() => Response.error())
}

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendAndTell())
  if (event.tag === PUSH_TAG) event.waitUntil(keepPushInTurn())
})

/** Throws if an alarm is still unanswered, so that the browser retries the background sync with back-off. */
async function sendAndTell() {
  const outcomes = await sendEveryKept(await readMember())
  for (const { key, sending } of outcomes) {
    for (const page of await self.clients.matchAll({ type: 'window' }))
      page.postMessage({ about: 'alarm', key, sending })
  }
  if (outcomes.some(({ sending }) => sending.kind === 'no answer')) throw new Error('an alarm is still kept')
}

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(keepPushInTurn(event.oldSubscription))
})

self.addEventListener('message', (event) => {
  const { pushManager } = self.registration
  if (event.data !== REGISTERED || !pushManager) return
  event.waitUntil(toPush(() => rememberPush({ current: () => pushManager.getSubscription(), write: writeTold })))
})

const PUSH_TAG = 'push'
/** Timeout of a background request; a failed one is retried. */
const longestTelling = 30_000
let isPushLookedAt = false
const toPush = inTurn()

function keepPushInTurn(before?: Subscribed | null): Promise<void> {
  isPushLookedAt = true
  return toPush(() => putPushRight(before ?? null))
}

/** Reports the push subscription to the server. Retried by background sync and when the worker next starts. */
async function putPushRight(before: Subscribed | null) {
  const { pushManager, sync } = self.registration
  if (!pushManager) return
  const ports: PushPorts = {
    current: () => pushManager.getSubscription(),
    subscribe: (key) => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    read: readTold,
    write: writeTold,
    async tell(fields) {
      const body = new URLSearchParams(fields)
      const answer = await fetch(RENEW_ADDRESS, {
        method: 'POST',
        body,
        redirect: 'manual',
        cache: 'no-store',
        signal: calledOffAfter(longestTelling),
      })
      // A captive portal's login page also answers 200.
      const isOurs = answer.headers.get('Content-Type')?.startsWith('application/json')
      return isOurs ? answer.status : 0
    },
  }
  await keepPush(ports, before).catch(async (error) => {
    isPushLookedAt = false
    if (error instanceof NotTold || error instanceof TypeError || isLate(error)) await sync?.register(PUSH_TAG)
  })
}

async function showPush(data: Pushed['data']) {
  let payload: unknown = null
  try {
    payload = data?.json()
  } catch {
    // Unreadable payload: still show a general notification, which leads to the page.
  }
  const { title, body, path, tag, insists } = pushShown(payload)
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    requireInteraction: insists,
    ...(insists ? { vibrate: [400, 150, 400, 150, 800] } : {}),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: 'sv',
    data: { path },
  })
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const { path } = pushShown(notification.data)
  event.waitUntil(openPage(path))
})

const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

async function openPage(path: string) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => new URL(url).pathname === path)
  if (there) await there.focus()
  else await self.clients.openWindow(path)
}

import { randomUUID } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { prolongSession } from '~/accounts/public.server'
import { recordDeliveryReport, whereIn } from '~/alarms/public.server'
import { noteRefusedAdmin } from '~/audit/public.server'
import type { Config } from '~/platform/config.server'
import { DatabaseAway, isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault, placeOfFault } from '~/platform/faults/faults.server'
import {
  awayContext,
  houseContext,
  ledAwayContext,
  plainContext,
  visitorContext,
} from '~/platform/http/contexts.server'
import { requestOrigin } from '~/platform/http/origin'
import { typedValues } from '~/shared/form'
import { alarmStreamRoutes } from './alarm-stream'
import { compress } from './compress'
import { isAboutAlarms, isInNeed } from './door/about-alarms'
import type { Env } from './door/door-env'
import {
  fromWhere,
  onlyItsMethods,
  onlyOwnPosts,
  onlyPlainAddresses,
  onlyReadable,
  underHostNames,
} from './door/first-look'
import { asProgramsRead, isForPrograms } from './door/for-programs'
import { createPlaces, wordsOf } from './door/methods'
import { newestFirst, newestFirstOfEach, turnsOf } from './door/newest-first'
import { withPlainAnswers } from './door/plain-answers'
import { canBePutOff } from './door/put-off'
import { sayCharset } from './door/say-charset'
import { provider, senderOf } from './door/sender'
import { createIntake, type Intake, type Largest } from './door/take-in'
import { tellRefusals } from './door/tell-refusals'
import { fileRoutes } from './files'
import { liveRoutes } from './live'
import { keptAnHour, ownRecordings } from './own-recordings'
import { alarmAwayPage, readOfflinePage, type Untaken } from './pages/alarm-away-page'
import { createKeptPages, type KeptPages } from './pages/kept-pages'
import { awayPage, faultPage, fullPage, tooLargePage, tooLargePicturePage } from './pages/plain-pages'
import type { OpenHouse } from './start/open-house'
import { recordingFolder, voiceCallOf, voiceRoutes } from './voice'
import { healthRoutes } from './watch/health'
import { openMetrics } from './watch/metrics/metrics'
import { sayRequest } from './watch/say-request'
import { hasProvidersKey, webhookRoutes } from './webhooks'

export type HttpOptions = {
  house: OpenHouse
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** In development Vite serves the files and needs a looser policy. */
  development: boolean
  /** What is being sent; whoever keeps the lines has it too. */
  intake?: Intake
  /** Pages that are sent as they lie; whoever listens asks them first. */
  kept?: KeptPages
}

const year = 31_536_000
/** Far more than any form of words. */
const form: Largest = { bytes: 1_000_000, readsAway: false, page: tooLargePage }
/** What a program says about an alarm. */
const word: Largest = { bytes: 20_000, readsAway: false, page: tooLargePage }
/** The largest picture, 5 MB, and what a form adds around it. A browser shows a fault of its own if it is cut. */
const picture: Largest = { bytes: 6_000_000, readsAway: true, page: tooLargePicturePage }
const takesPicture = /^\/dashboard\/provider\/(company\/(logo|photos)|services\/[0-9a-f-]{36}\/photo)$/

/** When it is worth asking again. */
const comeBackS = 5
const policyHeader = 'Content-Security-Policy'
const alarmPath = '/dashboard/customer/safety'

/** The front door: headers, files, health, origin, visitor; then the pages. */
export function createHttp({ house, build, development, intake = createIntake(house.config), kept }: HttpOptions) {
  const app = new Hono<Env>()
  const { config, log } = house
  const https = config.origin.startsWith('https://')
  let template: string | null = null
  /** On the alarm's page nothing but the alarm counts: whatever has failed, the answer is a form that keeps it. */
  const keepingThePress: MiddlewareHandler<Env> = async (c, next) => {
    await next()
    const { status } = c.res
    if (c.get('page') !== alarmPath || status < 500 || c.req.path !== alarmPath) return
    template ??= readOfflinePage()
    const page = alarmAwayPage(template, await untakenOf(c))
    // Nothing of the answer that it takes the place of, such as how that was compressed.
    c.res = undefined
    const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(comeBackS) }
    c.res = new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
  }
  const plain = typeof build === 'function' ? async () => withPlainAnswers(await build()) : withPlainAnswers(build)
  const pages = createRequestHandler(plain, development ? 'development' : 'production')
  const known = typeof build === 'function' ? null : { placeOf: createPlaces(build), words: wordsOf(build) }
  const ours = new Set([...ownWords, ...(known?.words ?? [])])
  // In development the pages change while it runs.
  const placeOf = async (page: string, logged: string) =>
    (known?.placeOf ?? createPlaces(await (build as () => Promise<ServerBuild>)()))(page, logged)

  const houseOf = (c: Context<Env>) => (isAboutAlarms(c.get('page')) ? house.forAlarms : house)

  app.use((c, next) => {
    c.set('requestId', randomUUID())
    // What a visitor says of where it belongs (`traceparent`) is not even read.
    return house.tracing.begin(c.get('requestId'), async (span) => {
      await next()
      sayRequest(c, span)
    })
  })
  app.use(async (c, next) => {
    const began = performance.now()
    await next()
    const ms = Math.round(performance.now() - began)
    // Never the query, and of the path only what is ours: the rest may be a secret or what somebody searched for.
    log.debug(
      { requestId: c.get('requestId'), method: c.req.method, path: c.get('logged'), status: c.res.status, ms },
      'request',
    )
  })
  const metrics = openMetrics({ ...house, db: house.watchDb })
  app.use(metrics.time)
  if (!development) app.use((kept ?? createKeptPages(config)).keep)
  app.use(withoutNonceIfPlain)
  app.use(headersFor({ https, cards: config.takesCards, development }))
  app.use(sayCharset)
  app.use(asProgramsRead)
  app.use(tellRefusals(house))
  app.onError(async (error, c) => {
    if (isDatabaseFault(error)) {
      log.warn({ requestId: c.get('requestId'), path: c.get('logged') }, 'the database could not be asked')
      c.header('Retry-After', String(comeBackS))
      c.header('Cache-Control', 'no-store')
      return c.html(awayPage(), 503)
    }
    const [requestId, path] = [c.get('requestId'), c.get('logged')]
    log.error({ requestId, path, error: describeFault(error) }, 'the door failed')
    house.faults.note({ error, place: placeOfFault(c.req.method, path), requestId })
    return c.html(faultPage(requestId), 500)
  })
  app.use(keepingThePress)
  app.use(onlyPlainAddresses(ours))
  if (https) app.use(underHostNames)
  app.use(fromWhere(config.trustedProxies))
  // Without the key there is nothing here, and nothing is read.
  app.use('/webhooks/sms/*', (c, next) => (hasProvidersKey(house, c) ? next() : Promise.resolve(c.body(null, 404))))
  app.use('/webhooks/voice/*', (c, next) => (voiceCallOf(house, c) ? next() : Promise.resolve(c.body(null, 404))))
  app.use(onlyItsMethods(placeOf))
  app.use(onlyOwnPosts(house))

  const { recordings } = config.voice
  // An operator's own come before ours of the same name.
  if (recordings) app.use(`${recordingFolder}/*`, ownRecordings(recordings))
  if (!development) {
    const root = 'build/client'
    app.use(
      '/assets/*',
      serveStatic({
        root,
        precompressed: true,
        onFound: (_, c) => c.header('Cache-Control', `public, max-age=${year}, immutable`),
      }),
    )
    for (const file of [
      '/og/*',
      '/favicon.svg',
      '/apple-touch-icon.png',
      '/manifest.webmanifest',
      '/icons/*',
      '/recordings/*',
    ]) {
      app.use(file, serveStatic({ root, onFound: keptAnHour }))
    }
    // An old service worker must never be in the way of a new one, nor of the page that it keeps.
    for (const file of ['/sw.js', '/offline/*']) {
      app.use(file, serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }))
    }
  }

  app.route('/halsa', healthRoutes({ ...house, db: house.watchDb }))
  app.route('/metrics', metrics.routes)
  app.route('/files', fileRoutes(house))
  app.route('/live/alarms', alarmStreamRoutes(house, house.alarmFeed))
  app.route('/live', liveRoutes(house))
  app.use(async (c, next) => {
    c.set('sender', await senderOf(houseOf(c), c, c.get('client')))
    return next()
  })
  const turn = inTurn(config)
  app.on(
    'ALL',
    ['/webhooks/sms/*', '/webhooks/voice/*'],
    intake.of(who, () => form),
    turn,
  )
  app.route('/webhooks/sms', webhookRoutes(house.forAlarms, { report: recordDeliveryReport }))
  app.route('/webhooks/voice', voiceRoutes(house.forAlarms))
  app.use(intake.of(who, largestAt))
  app.use(onlyReadable)
  app.use(newestFirstOfEach(turnsOf(config, 'own'), heldToOwnPlaces), turn)
  app.use(compress)
  app.use((c, next) => {
    if (house.space.isLow() && canBePutOff(c.req.method, c.get('page'))) return Promise.resolve(c.html(fullPage(), 507))
    return next()
  })

  app.all('*', async (c) => {
    const request = c.req.raw
    const origin = requestOrigin(config.origin, c.req.header('host') ?? null, config.mode === 'demo')
    // Behind a TLS proxy the socket says http; the pages must see the address people typed.
    const { pathname, search } = new URL(c.req.url)
    // No column takes a zero character, and nobody types one.
    const asked = new Request(new URL(pathname + search.replaceAll('%00', ''), origin), request)
    const at = houseOf(c)
    const address = c.get('client')
    const headers = new Headers(request.headers)
    headers.set('x-kvartera-client', address)
    const signedIn = await at.auth.sessions.current(headers)
    c.set('actorId', signedIn?.person.id)
    const [page, logged] = [c.get('page'), c.get('logged')]
    await noteRefusedAdmin(at, { method: request.method, page, logged, address, signedIn })
    // An open page that asks whether the session stands is nobody who uses it, nor is a browser that tells of itself.
    if (signedIn && page !== '/session' && page !== '/push/renew')
      await prolongSession(at.db, signedIn, house.clock.now())

    const context = new RouterContextProvider()
    context.set(houseContext, at)
    const marks = { requestId: c.get('requestId'), nonce: c.get('secureHeadersNonce') ?? '' }
    context.set(visitorContext, { ...marks, path: logged, address, origin, headers, signedIn })
    const answer = await pages(asked, context)
    if (context.get(ledAwayContext)) c.set('isLedAway', true)
    const plain = context.get(plainContext)
    if (plain) c.set('isPlain', true)
    if (plain?.styles) c.set('ownStyles', plain.styles)
    if (context.get(awayContext)) throw new DatabaseAway('a page could not be made')
    // What is rendered for one person must not be kept for the next, nor for whoever has the phone after them.
    const isPublic = /^public\b/.test(answer.headers.get('Cache-Control') ?? '')
    if (!isPublic && (signedIn || who(c).isKnown || holdsSecrets.test(page)))
      answer.headers.set('Cache-Control', 'no-store')
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-cache')
    return answer
  })
  return app
}

/** What is shown there came in by a secret in the address, or is on its way to a session. */
const holdsSecrets = /^\/(auth|vakt|larm)\//

const who = (c: Context<Env>) => c.get('sender')

function largestAt(c: Context<Env>): Largest {
  const page = c.get('page')
  return takesPicture.test(page) ? picture : isForPrograms(page) ? word : form
}

/** What stands in the addresses that are not pages. */
const ownWords = [
  'halsa',
  'metrics',
  'redo',
  'process',
  'larm',
  'files',
  'live',
  'alarms',
  'guard',
  'webhooks',
  'sms',
  'reply',
  'report',
  'voice',
  'answered',
  'digit',
  'over',
  'recordings',
  'assets',
]

/** What was written on the alarm's page goes back with the page that says that it is not sent. */
async function untakenOf(c: Context<Env>): Promise<Untaken | null> {
  const sent = c.get('sent')
  const type = c.req.header('content-type')
  if (!sent || !type) return null
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => null)
  const values: Record<string, string> = form ? typedValues(form) : {}
  const { intent, key = '', message = '', test } = values
  return intent === 'raise' ? { key, message, isTest: test === 'on', where: whereIn((name) => values[name]) } : null
}

/** Whoever is known, with what is about alarms; all SMS come from one provider, and each is somebody else's. */
const heldToOwnPlaces = (c: Context<Env>) => {
  const { isKnown, name } = who(c)
  return isKnown && name !== provider && isAboutAlarms(c.get('page')) ? name : null
}

function inTurn(config: Config): MiddlewareHandler<Env> {
  const toNeed = newestFirst(turnsOf(config, 'alarm'))
  const toCome = newestFirst(turnsOf(config, 'alarm'))
  const others = newestFirst(turnsOf(config, 'other'))
  return (c, next) => {
    const page = c.get('page')
    if (!who(c).isKnown || !isAboutAlarms(page)) return others(c, next)
    return isInNeed(page) ? toNeed(c, next) : toCome(c, next)
  }
}

/** Around the headers: what was drawn has no inline script, and none may come in. */
const withoutNonceIfPlain: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  const policy = c.res.headers.get(policyHeader)
  if (!c.get('isPlain') || !policy) return
  const styles = c.get('ownStyles')
  const own = styles ? `style-src 'self' '${styles}'` : "style-src 'self'"
  c.res.headers.set(policyHeader, policy.replace(/ 'nonce-[^']+'/g, '').replace("style-src 'self'", own))
}

function headersFor({ https, cards, development }: { https: boolean; cards: boolean; development: boolean }) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      // Widths of bars and colours of monograms are data; they are written as custom properties.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
      fontSrc: ["'self'"],
      workerSrc: development ? ["'self'", 'blob:'] : ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // A form may lead on to where cards are paid.
      formAction: ["'self'", ...(cards ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : [])],
      frameAncestors: ["'none'"],
    },
    // Not "no-referrer": a browser without JavaScript would then post with `Origin: null`.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { geolocation: ['self'], camera: [], microphone: [], payment: [], usb: [] },
  })
}

import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { NONCE, type SecureHeadersVariables, secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { noteRefusedAdmin } from '~/admin/public.server'
import { answerAlarmSms, recordDeliveryReport } from '~/alarms/public.server'
import { houseContext, visitorContext } from '~/platform/house.server'
import { clientAddress, proxyList } from '~/platform/http/client-address.server'
import { isForeignPost, requestOrigin } from '~/platform/http/origin'
import { alarmStreamRoutes } from './alarm-stream'
import { compress } from './compress'
import { fileRoutes } from './files'
import { healthRoutes } from './health'
import { createKeptPages, isKept, type VisitMarks } from './kept-pages'
import { liveRoutes } from './live'
import { newestFirst } from './newest-first'
import type { OpenHouse } from './open-house'
import { withPlainAnswers } from './plain-answers'
import { faultPage, foreignPostPage, fullPage, tooLargePage, tooLargePicturePage } from './plain-pages'
import { canBePutOff } from './put-off'
import { webhookRoutes } from './webhooks'

type Env = { Bindings: HttpBindings; Variables: SecureHeadersVariables & { requestId: string } }

export type HttpOptions = {
  house: OpenHouse
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** In development Vite serves the files and needs a looser policy. */
  development: boolean
}

const year = 31_536_000
const hour = 3_600
/** Far more than any form of words. */
const largestForm = 1_000_000
/** The largest picture, 5 MB, and what a form adds around it. */
const largestUpload = 6_000_000
/** As far as somebody is let finish who sends too much, so that they come to see why it was not taken. */
const mostReadAway = 30_000_000

/**
 * Whoever is in need and whoever comes have places of their own, which nothing else in the house takes and neither takes
 * from the other. With more places each waits longer for a line to the database, and nobody is answered sooner.
 */
const inNeed = /^\/dashboard\/customer\/safety\b/
const coming = /^\/(dashboard\/provider\/alarms|larm|vakt\/larm|webhooks\/sms)\b/
const alarmTurns = { places: 24, mostWaiting: 2_000, patienceMs: 3_000 }
const otherTurns = { places: 64, mostWaiting: 2_000, patienceMs: 3_000 }

/** The front door: headers, files, health, origin, visitor; then the pages. */
export function createHttp({ house, build, development }: HttpOptions) {
  const app = new Hono<Env>()
  const { config, log } = house
  const proxies = proxyList(config.trustedProxies)
  const keptPage = createKeptPages()
  const plain = typeof build === 'function' ? async () => withPlainAnswers(await build()) : withPlainAnswers(build)
  const pages = createRequestHandler(plain, development ? 'development' : 'production')

  app.use(headersFor({ https: config.origin.startsWith('https://'), cards: config.takesCards, development }))
  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    const began = performance.now()
    await next()
    const ms = Math.round(performance.now() - began)
    // The path alone: a query may hold a recovery token or what somebody searched for.
    log.debug(
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    )
  })
  app.onError((error, c) => {
    log.error(
      { requestId: c.get('requestId'), path: c.req.path, error: error.name, at: error.stack?.split('\n').slice(1, 6) },
      'the door failed',
    )
    return c.html(faultPage(c.get('requestId')), 500)
  })

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
    app.use('/og/*', serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', `public, max-age=${hour}`) }))
    for (const file of ['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest', '/icons/*']) {
      app.use(file, serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', `public, max-age=${hour}`) }))
    }
    // An old service worker must never be in the way of a new one, nor of the page that it keeps.
    for (const file of ['/sw.js', '/offline/*']) {
      app.use(file, serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }))
    }
  }

  app.route('/halsa', healthRoutes(house))
  app.route('/files', fileRoutes(house))
  app.route('/live/alarms', alarmStreamRoutes(house, house.alarmFeed))
  app.route('/live', liveRoutes(house))
  app.use(inTurn())
  app.route('/webhooks/sms', webhookRoutes(house, { reply: answerAlarmSms, report: recordDeliveryReport }))
  app.use(compress)
  app.use((c, next) => {
    if (house.space.isLow() && canBePutOff(c.req.method, c.req.path)) return Promise.resolve(c.html(fullPage(), 507))
    return next()
  })
  const formLimit = bodyLimit({ maxSize: largestForm, onError: (c) => c.html(tooLargePage(), 413) })
  const pictureLimit = bodyLimit({
    maxSize: largestUpload,
    async onError(c) {
      await readAway(c.req.raw.body, mostReadAway)
      return c.html(tooLargePicturePage(), 413)
    },
  })
  app.use((c, next) =>
    (/^\/dashboard\/provider\/company\/logo(\.data)?$/.test(c.req.path) ? pictureLimit : formLimit)(c, next),
  )

  app.all('*', async (c) => {
    const request = c.req.raw
    const origin = requestOrigin(config.origin, c.req.header('host') ?? null, config.mode === 'demo')
    if (isForeignPost(request.method, request.headers, origin)) {
      log.warn({ requestId: c.get('requestId'), path: c.req.path }, 'a post from another site was refused')
      return c.html(foreignPostPage(), 403)
    }

    // Behind a TLS proxy the socket says http; the pages must see the address people typed.
    const { pathname, search } = new URL(c.req.url)
    const asked = new Request(new URL(pathname + search, origin), request)
    const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for') ?? null, proxies)
    const headers = new Headers(request.headers)
    headers.set('x-kvartera-client', address)
    const signedIn = await house.auth.sessions.current(headers)
    await noteRefusedAdmin(house, { method: request.method, pathname, address, signedIn })
    // An open page that asks whether the session stands is nobody who uses it.
    if (signedIn && pathname !== '/session') await house.auth.sessions.prolong(signedIn, house.clock.now())

    const render = (marks: VisitMarks) => {
      const context = new RouterContextProvider()
      context.set(houseContext, house)
      context.set(visitorContext, { ...marks, address, headers, signedIn })
      return pages(asked, context)
    }
    const marks = { requestId: c.get('requestId'), nonce: c.get('secureHeadersNonce') ?? '' }
    const answer = !development && isKept(asked) ? await keptPage(asked, marks, render) : await render(marks)
    // What is rendered for one person must not be kept for the next.
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-cache')
    return answer
  })
  return app
}

function inTurn(): MiddlewareHandler {
  const toNeed = newestFirst(alarmTurns)
  const toCome = newestFirst(alarmTurns)
  const others = newestFirst(otherTurns)
  return (c, next) => {
    const { path } = c.req
    if (inNeed.test(path)) return toNeed(c, next)
    return coming.test(path) ? toCome(c, next) : others(c, next)
  }
}

/** A browser reads no answer before it has sent its file, unless the line is cut, and then it shows a fault of its own. */
async function readAway(body: ReadableStream<Uint8Array> | null, most: number) {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > most) break
  }
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

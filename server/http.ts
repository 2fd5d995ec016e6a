import { randomUUID } from 'node:crypto'
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import type { ServerBuild } from 'react-router'
import { recordDeliveryReport } from '~/alarms/public.server'
import type { Config } from '~/platform/config.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault, placeOfFault } from '~/platform/faults/faults.server'
import { alarmStreamRoutes } from './alarm-stream'
import { serveFiles } from './built-files'
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
import { headersFor, withoutNonceIfPlain } from './headers'
import { liveRoutes } from './live'
import { answerPage } from './pages/answer-page'
import { keepPress } from './pages/keep-press'
import { createKeptPages, type KeptPages } from './pages/kept-pages'
import { offerAgain } from './pages/offer-again'
import { pagesOnTheWay } from './pages/on-the-way'
import { awayPage, comeBackS, faultPage, fullPage, tooLargePage, tooLargePicturePage } from './pages/plain-pages'
import type { OpenHouse } from './start/open-house'
import { voiceCallOf, voiceRoutes } from './voice'
import { healthRoutes } from './watch/health'
import { openMetrics } from './watch/metrics/metrics'
import { sayRequest } from './watch/say-request'
import { hasProvidersKey, webhookRoutes } from './webhooks'

export type HttpOptions = {
  house: OpenHouse
  build: ServerBuild
  /** In development Vite serves the files and needs a looser CSP. */
  development: boolean
  /** The unfinished bodies. Passed in because the connection limit (server/door/lines.ts) needs them too. */
  intake?: Intake
  /** Cached pages. Passed in because the listener asks the cache first. */
  kept?: KeptPages
}

/** Size limit of text forms: far more than any of them needs. */
const form: Largest = { bytes: 1_000_000, readsAway: false, page: tooLargePage }
/** Size limit of what a provider posts about an alarm. */
const word: Largest = { bytes: 20_000, readsAway: false, page: tooLargePage }
/**
 * Size limit of pictures: 5 MB and the form around it. Read to the end, since a browser shows a network error of its
 * own if the upload is cut.
 */
const picture: Largest = { bytes: 6_000_000, readsAway: true, page: tooLargePicturePage }
const takesPicture = /^\/dashboard\/provider\/(company\/(logo|photos)|services\/[0-9a-f-]{36}\/photo)$/

/** The Hono app: headers, files, health, origin check, sender; then the pages. */
export function createHttp({ house, build, development, intake = createIntake(house.config), kept }: HttpOptions) {
  const app = new Hono<Env>()
  const { config, log } = house
  const https = config.origin.startsWith('https://')
  const mode = development ? 'development' : 'production'
  const pagesOn = pagesOnTheWay(withPlainAnswers(build), mode)
  const ours = new Set([...ownWords, ...wordsOf(build)])
  const houseOf = (c: Context<Env>) => (isAboutAlarms(c.get('page')) ? house.forAlarms : house)

  app.use((c, next) => {
    c.set('requestId', randomUUID())
    // A visitor's `traceparent` is not read.
    return house.tracing.begin(c.get('requestId'), async (span) => {
      await next()
      sayRequest(c, span)
    })
  })
  app.use(async (c, next) => {
    const began = performance.now()
    await next()
    const ms = Math.round(performance.now() - began)
    // Logs never the query, and of the path only our own words: the rest may be a secret or a search.
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
  app.onError(sayFault(house))
  app.use(keepPress())
  app.use(offerAgain())
  app.use(onlyPlainAddresses(ours))
  if (https) app.use(underHostNames)
  app.use(fromWhere(config.trustedProxies))
  // Without a valid key the webhook does not exist (404), and its body is not read.
  app.use('/webhooks/sms/*', (c, next) => (hasProvidersKey(house, c) ? next() : Promise.resolve(c.body(null, 404))))
  app.use('/webhooks/voice/*', (c, next) => (voiceCallOf(house, c) ? next() : Promise.resolve(c.body(null, 404))))
  app.use(onlyItsMethods(createPlaces(build)))
  app.use(onlyOwnPosts(house))

  serveFiles(app, config.voice.recordings, development)

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

  app.all('*', answerPage({ house, houseOf, pagesOn }))
  return app
}

const who = (c: Context<Env>) => c.get('sender')

function largestAt(c: Context<Env>): Largest {
  const page = c.get('page')
  return takesPicture.test(page) ? picture : isForPrograms(page) ? word : form
}

/** Errors of the door itself. Errors of a page are handled by React Router (app/entry.server.tsx). */
function sayFault({ log, faults }: OpenHouse): ErrorHandler<Env> {
  return (error, c) => {
    if (isDatabaseFault(error)) {
      log.warn({ requestId: c.get('requestId'), path: c.get('logged') }, 'the database could not be asked')
      c.header('Retry-After', String(comeBackS))
      c.header('Cache-Control', 'no-store')
      return c.html(awayPage(), 503)
    }
    const [requestId, path] = [c.get('requestId'), c.get('logged')]
    log.error({ requestId, path, error: describeFault(error) }, 'the door failed')
    faults.note({ error, place: placeOfFault(c.req.method, path), requestId })
    return c.html(faultPage(requestId), 500)
  }
}

/** Words in the addresses that are not pages, which may be logged. */
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

/**
 * Known senders at alarm addresses are limited each by themselves. The provider is exempt: it sends every SMS, and each
 * is somebody else's.
 */
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

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { AlarmFeed, Viewer } from '~/alarms/public.server'
import { hashOfSecret, readGuardByToken, secretIn } from '~/guards/public.server'
import type { House } from '~/platform/house.server'
import type { Streams } from './streams'

type Env = { Bindings: HttpBindings }
type Ports = House & { streams: Streams }

/**
 * Maximum bytes buffered for a slow reader. A stream that falls further behind is closed, so that it does not fill
 * memory.
 */
const mostBehind = 500_000
const greeting = new TextEncoder().encode('retry: 1000\n\n')
/**
 * Reconnect delay for a page whose stream was closed to make room. Reconnecting at once would make such pages close
 * each other's streams in a loop.
 */
export const muchLater = new TextEncoder().encode('retry: 60000\n\n')

/**
 * Server-sent events for /live/alarms: news of alarms, for those who may see them. Access is checked in the database on
 * every send (app/alarms/history/alarm-feed.server.ts). There is no replay: a page that reconnects runs its loaders
 * again, so Last-Event-ID is ignored.
 */
export function alarmStreamRoutes(house: Ports, feed: AlarmFeed) {
  const app = new Hono<Env>()
  app.get('/', async (c) => {
    const signedIn = await house.auth.sessions.current(new Headers(c.req.raw.headers))
    return signedIn ? stream(c, house, feed, { kind: 'session', id: signedIn.sessionId }) : c.body(null, 401)
  })
  app.get('/guard', async (c) => {
    const secret = await secretIn(house, c.req.raw.headers)
    const guard = secret && (await readGuardByToken(house.db, secret, house.clock.now()))
    return guard ? stream(c, house, feed, { kind: 'guard', id: hashOfSecret(secret) }) : c.body(null, 401)
  })
  return app
}

function stream(c: Context<Env>, house: Ports, feed: AlarmFeed, viewer: Viewer): Response {
  if (house.isClosing()) return c.body(null, 503, { 'Retry-After': '1' })
  const { outgoing } = c.env
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(greeting)
      const unfollow = feed.open({
        viewer,
        write(frame) {
          if (outgoing.writableLength > mostBehind) return false
          // Writes past the web stream once the headers are sent: four times as fast for a thousand screens.
          if (outgoing.headersSent) outgoing.write(frame)
          else controller.enqueue(frame)
          return true
        },
        close: () => end(),
      })
      const forget = house.streams.open(`${viewer.kind} ${viewer.id}`, (why) => {
        if (why === 'too many') controller.enqueue(muchLater)
        end()
      })
      leave = () => {
        unfollow()
        forget()
      }
      function end() {
        leave()
        controller.close()
      }
    },
    cancel: () => leave(),
  })
  return c.body(body, 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
}

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { AlarmFeed, Viewer } from '~/alarms/public.server'
import { hashOfSecret, readGuardByToken, secretIn } from '~/guards/public.server'
import type { House } from '~/platform/house.server'
import type { Streams } from './streams'

type Env = { Bindings: HttpBindings }
type Ports = House & { streams: Streams }

/** Bytes that a page may lie behind. One that takes in nothing is cut rather than kept in memory. */
const mostBehind = 500_000
const greeting = new TextEncoder().encode('retry: 1000\n\n')
/** To one that had to make room: six that come back at once would put each other out for ever. */
export const muchLater = new TextEncoder().encode('retry: 60000\n\n')

/**
 * /live/alarms: what happens to alarms, for those who may see it. Who that is is asked of the database each time
 * something is sent (app/alarms/history/alarm-feed.server.ts). Nothing is replayed: a page that comes back asks its loaders,
 * so a Last-Event-ID means nothing here.
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
          // Past the stream, once it has sent the headers: a thousand screens take a quarter of the time.
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

import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { readOwnCompany } from '~/companies/public.server'
import { isAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Topic } from '~/platform/realtime/hint'
import { muchLater } from './alarm-stream'
import type { Streams } from './streams'

/** Heartbeat interval: keeps proxies from cutting an idle stream, and detects who has left or been logged out. */
const beatEvery = 20_000

/** Server-sent events for /live: one stream per browser, with topics whose data it should reload. No data is sent. */
type Ports = House & { streams: Streams }

export function liveRoutes(house: Ports) {
  const app = new Hono()
  app.get('/', async (c) => {
    const headers = new Headers(c.req.raw.headers)
    const signedIn = await house.auth.sessions.current(headers)
    if (!signedIn) return c.body(null, 401)
    const topics = await topicsOf(house, signedIn)
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, (stream) => sayHints(house, stream, headers, signedIn.sessionId, topics))
  })
  return app
}

async function sayHints(house: Ports, stream: SSEStreamingApi, headers: Headers, sessionId: string, topics: Topic[]) {
  let isOver = false
  const forget = house.streams.open(`session ${sessionId}`, async (why) => {
    isOver = true
    if (why === 'too many') await stream.write(muchLater)
  })
  const say = (about: string) => void stream.writeSSE({ event: 'hint', data: about }).catch(() => {})
  const stop = house.live.follow(topics, (about) => say(about ?? 'everything'))
  stream.onAbort(() => {
    stop()
    forget()
  })
  try {
    await stream.write('retry: 1000\n\n')
    const goesOn = () => !isOver && !stream.aborted && !house.isClosing()
    while (goesOn()) {
      if ((await house.auth.sessions.current(headers))?.sessionId !== sessionId) break
      await stream.write(': here\n\n')
      await untilNextBeat(stream, goesOn)
    }
  } finally {
    stop()
    forget()
  }
}

/** Waits for the next heartbeat; ends early when the browser leaves, its session ends or the house closes. */
async function untilNextBeat(stream: SSEStreamingApi, goesOn: () => boolean) {
  const step = 250
  for (let waited = 0; waited < beatEvery && goesOn(); waited += step) {
    await stream.sleep(step)
  }
}

async function topicsOf(house: House, signedIn: SignedIn): Promise<Topic[]> {
  const { person } = signedIn
  return [`person:${person.id}`, `postcode:${person.postcode}`, ...(await topicsOfRole(house, signedIn))]
}

async function topicsOfRole(house: House, signedIn: SignedIn): Promise<Topic[]> {
  const { person } = signedIn
  if (isAdmin(signedIn)) return ['admin']
  if (person.role !== 'company') return []
  const company = await readOwnCompany(house.db, person.id)
  return company ? [`company:${company.id}`] : []
}

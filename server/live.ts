import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { readOwnCompany } from '~/companies/public.server'
import type { Person, SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Topic } from '~/platform/realtime/hint'

/** Keeps proxies from cutting a quiet line, and finds out who has left or been logged out. */
const beatEvery = 20_000

/** /live: one open line per browser on which it hears what it should ask for again. No data goes this way. */
export function liveRoutes(house: House) {
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

async function sayHints(house: House, stream: SSEStreamingApi, headers: Headers, sessionId: string, topics: Topic[]) {
  const say = (about: string) => void stream.writeSSE({ event: 'hint', data: about }).catch(() => {})
  const stop = house.live.follow(topics, (about) => say(about ?? 'everything'))
  stream.onAbort(stop)
  try {
    await stream.write('retry: 1000\n\n')
    while (!stream.aborted && !house.isClosing()) {
      if ((await house.auth.sessions.current(headers))?.sessionId !== sessionId) break
      await stream.write(': here\n\n')
      await untilNextBeat(house, stream)
    }
  } finally {
    stop()
  }
}

/** Ends early when the browser leaves or the house closes: a stop must not wait for a beat. */
async function untilNextBeat(house: House, stream: SSEStreamingApi) {
  const step = 250
  for (let waited = 0; waited < beatEvery && !stream.aborted && !house.isClosing(); waited += step) {
    await stream.sleep(step)
  }
}

async function topicsOf(house: House, { person }: SignedIn): Promise<Topic[]> {
  return [`person:${person.id}`, `postcode:${person.postcode}`, ...(await topicsOfRole(house, person))]
}

async function topicsOfRole(house: House, person: Person): Promise<Topic[]> {
  if (person.role === 'admin') return ['admin']
  if (person.role !== 'company') return []
  const company = await readOwnCompany(house.db, person.id)
  return company ? [`company:${company.id}`] : []
}

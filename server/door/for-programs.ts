import { createMiddleware } from 'hono/factory'
import { problem } from '~/platform/http/problem.server'
import type { Env } from './door-env'

/** Whether the address is asked by programs and not by people. */
export const isForPrograms = (page: string) => page.startsWith('/api/')

/** Messages for refusals by the door itself, before a handler of the API is reached. */
const details: Record<number, string> = {
  400: 'Det ni skickade går inte att läsa.',
  403: 'Det här går inte att fråga från en annan sida.',
  404: 'Här finns ingenting. Adresserna står i beskrivningen, /api/partner/openapi.json.',
  405: 'Adressen svarar på ett annat sätt att fråga. Allow säger vilket.',
  408: 'Det ni skickade kom inte fram i tid.',
  413: 'Det ni skickade är för stort.',
  415: 'Det ni skickade är av ett slag som inte går att läsa här.',
  503: 'Vi kan inte svara just nu. Fråga igen om en liten stund.',
  507: 'Det finns inte plats just nu. Fråga igen senare.',
}
const fault = 'Något gick fel hos oss. Fråga igen om en liten stund.'
const kept = ['allow', 'retry-after', 'connection']

/** Answers programs with a problem document (RFC 9457) where the door would show a page to people. */
export const asProgramsRead = createMiddleware<Env>(async (c, next) => {
  await next()
  const { status, headers } = c.res
  // Replaces HTML pages and empty answers. JSON from an API handler stays.
  const isSaid = /^application\/(problem\+)?json\b/.test(headers.get('content-type') ?? '')
  if (status < 400 || isSaid || !isForPrograms(c.get('page') ?? '')) return
  const own = kept.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  // Drops the headers of the replaced answer, such as its Content-Encoding.
  c.res = undefined
  c.res = problem(status, details[status] ?? fault, Object.fromEntries(own))
})

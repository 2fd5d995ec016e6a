import type { ServerBuild } from 'react-router'
import { answerToThrown } from '~/door/answer.server'

/**
 * Loaders and actions may return plain data only. Their answer is serialised into the page's source, so an object that
 * carries a port, a connection pool or the whole house is stopped here.
 */
export function withPlainAnswers(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route]
      const { loader, action } = route.module
      const module = {
        ...route.module,
        ...(loader && { loader: answeringPlainly(id, loader) }),
        ...(action && { action: answeringPlainly(id, action) }),
      }
      return [id, { ...route, module }]
    }),
  )
  return { ...build, routes }
}

export class NotPlain extends Error {
  override name = 'NotPlain'
}

function answeringPlainly<Door extends (...given: never[]) => unknown>(route: string, door: Door): Door {
  const answer = async (...given: Parameters<Door>) => {
    try {
      return plain(route, await door(...given))
    } catch (error) {
      // A thrown error goes to the log; a thrown answer is shown on a page, and is checked too.
      const thrown = answerToThrown(error)
      throw thrown instanceof Error ? thrown : plain(route, thrown)
    }
  }
  return answer as unknown as Door
}

function plain<Answer>(route: string, answer: Answer): Answer {
  if (answer instanceof Response) return answer
  const what = isWithInit(answer) ? answer.data : answer
  const where = findStranger(what)
  if (where !== null) throw new NotPlain(`The answer of ${route} is not plain data at "${where}"`)
  return answer
}

/** What the router's `data(…)` returns: data with a status and headers. */
const isWithInit = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit'

/** Key path to the first value that is not plain data, or null. Names keys, never values. */
export function findStranger(value: unknown, path = '', above: readonly object[] = []): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'function' || typeof value === 'symbol') return path
  if (typeof value !== 'object' || value instanceof Date) return null
  if (above.includes(value) || !isPlainObject(value)) return path
  const inside = [...above, value]
  for (const [key, inner] of value instanceof Map ? value : Object.entries(value)) {
    const found = findStranger(inner, path === '' ? String(key) : `${path}.${key}`, inside)
    if (found !== null) return found
  }
  return null
}

function isPlainObject(value: object): boolean {
  const made: unknown = Object.getPrototypeOf(value)
  return made === Object.prototype || made === null || made === Array.prototype || made === Map.prototype
}

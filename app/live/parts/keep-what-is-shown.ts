import type { DataStrategyResult } from 'react-router'
import { isLostLine } from './lost-line'

/** The loader data on screen, by route id, during a revalidation. `holds`: the page's veto of being redirected. */
type Shown = {
  address: string
  data: Record<string, unknown>
  holds: ((isRedirected: boolean) => Promise<boolean>) | undefined
  isKept: boolean
}

let asked: Shown | null = null

/**
 * Revalidates the loaders of the visible page. If the connection breaks meanwhile, an error page would replace what
 * somebody is reading or writing; together with `keepWhatIsShown` the page stays as it was. False if it had to be kept
 * for that reason. If the session ends meanwhile, a redirect to the login would: `holds` is asked first.
 */
export async function askAgain(shown: Omit<Shown, 'isKept'>, revalidate: () => Promise<void>): Promise<boolean> {
  const mine = { ...shown, isKept: false }
  asked = mine
  try {
    await revalidate()
  } finally {
    if (asked === mine) asked = null
  }
  return !mine.isKept
}

type Results = Record<string, DataStrategyResult>

/**
 * Middleware around all loaders in the browser: replaces results that failed for lack of a connection, and redirects
 * that the page vetoes, by the data on screen.
 */
export async function keepWhatIsShown(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next()
  const { pathname, search } = new URL(request.url)
  if (asked === null || request.method !== 'GET' || asked.address !== pathname + search) return results
  const mine = asked
  const ids = Object.keys(results)
  const lost = ids.filter((id) => isLost(results[id]))
  const redirected = ids.filter((id) => isRedirect(results[id]))
  const kept = redirected.length > 0 && (await mine.holds?.(true)) === false ? [...lost, ...redirected] : lost
  // An error page has no data to keep; it recovers by itself (use-coming-back.ts).
  if (kept.length === 0 || kept.some((id) => mine.data[id] === undefined)) return results
  if (lost.length > 0) mine.isKept = true
  return { ...results, ...Object.fromEntries(kept.map((id) => [id, { type: 'data', result: mine.data[id] }] as const)) }
}

const isLost = (result: DataStrategyResult | undefined) => result?.type === 'error' && isLostLine(result.result)

const isRedirect = (result: DataStrategyResult | undefined) =>
  result?.result instanceof Response && result.result.headers.has('Location')

import type { DataStrategyResult } from 'react-router'
import { isLostLine } from './lost-line'

/** The loader data on screen, by route id, during a revalidation. */
type Shown = { address: string; data: Record<string, unknown>; isKept: boolean }

let asked: Shown | null = null

/**
 * Revalidates the loaders of the visible page. If the connection breaks meanwhile, an error page would replace what
 * somebody is reading or writing; together with `keepWhatIsShown` the page stays as it was. False if it had to be kept.
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
 * Middleware around all loaders in the browser: replaces results that failed for lack of a connection by the data on
 * screen.
 */
export async function keepWhatIsShown(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next()
  const { pathname, search } = new URL(request.url)
  if (asked === null || request.method !== 'GET' || asked.address !== pathname + search) return results
  const { data } = asked
  const lost = Object.keys(results).filter((id) => isLost(results[id]))
  // An error page has no data to keep; it recovers by itself (use-coming-back.ts).
  if (lost.length === 0 || lost.some((id) => data[id] === undefined)) return results
  asked.isKept = true
  return { ...results, ...Object.fromEntries(lost.map((id) => [id, { type: 'data', result: data[id] }] as const)) }
}

const isLost = (result: DataStrategyResult | undefined) => result?.type === 'error' && isLostLine(result.result)

import type { DataStrategyResult } from 'react-router'
import { isLostLine } from './lost-line'

/** What is on the screen, by route, while it is asked for again. */
type Shown = { address: string; data: Record<string, unknown>; isKept: boolean }

let asked: Shown | null = null

/**
 * Asks the loaders again of a page that is in sight. A line that breaks on the way would put an error page where somebody
 * is reading or writing; with `keepWhatIsShown` the page stands as it was. False when it had to.
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

/** Around all loaders in the browser: gives back what is shown for what a look could not fetch. */
export async function keepWhatIsShown(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next()
  const { pathname, search } = new URL(request.url)
  if (asked === null || request.method !== 'GET' || asked.address !== pathname + search) return results
  const { data } = asked
  const lost = Object.keys(results).filter((id) => isLost(results[id]))
  // Of an error page there is nothing to keep; it comes back by itself (use-coming-back.ts).
  if (lost.length === 0 || lost.some((id) => data[id] === undefined)) return results
  asked.isKept = true
  return { ...results, ...Object.fromEntries(lost.map((id) => [id, { type: 'data', result: data[id] }] as const)) }
}

const isLost = (result: DataStrategyResult | undefined) => result?.type === 'error' && isLostLine(result.result)

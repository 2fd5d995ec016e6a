import type { DataStrategyResult } from 'react-router'
import { isLostLine } from './lost-line'

/** What is on screen while loaders run again. */
export type Shown = {
  address: string
  /** The loaders' data, by route id. */
  data: Record<string, unknown>
  /** The page's veto of being redirected. */
  holds?: ((isRedirected: boolean) => Promise<boolean>) | undefined
  /** Called when the data had to be kept for lack of a connection. */
  onKept(): void
}

let asked: Shown | null = null

/**
 * Revalidates the loaders of the visible page. If the connection breaks meanwhile, an error page would replace what
 * somebody is reading or writing; together with `keepWhatIsShown` the page stays as it was. False if it had to be kept
 * for that reason. If the session ends meanwhile, a redirect to the login would: `holds` is asked first.
 */
export async function askAgain(shown: Omit<Shown, 'onKept'>, revalidate: () => Promise<void>): Promise<boolean> {
  let isFresh = true
  const mine = {
    ...shown,
    onKept() {
      isFresh = false
    },
  }
  asked = mine
  try {
    await revalidate()
  } finally {
    if (asked === mine) asked = null
  }
  return isFresh
}

const nothing = (): Shown | null => null
let afterForm = nothing

/**
 * Keeps the visible page also when the reload after a form fails: the form was taken, and an error page would replace
 * what the person acts on. For pages that say themselves that what they show may have changed. `shown` is null while
 * loaders run for another reason, as a link that was followed. Returns the undoing.
 */
export function stayAfterForms(shown: () => Shown | null): () => void {
  afterForm = shown
  return () => {
    if (afterForm === shown) afterForm = nothing
  }
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
  const mine = asked ?? afterForm()
  if (!mine || request.method !== 'GET' || mine.address !== pathname + search) return results
  const ids = Object.keys(results)
  const lost = ids.filter((id) => isLost(results[id]))
  const redirected = ids.filter((id) => isRedirect(results[id]))
  const kept = redirected.length > 0 && (await mine.holds?.(true)) === false ? [...lost, ...redirected] : lost
  // An error page has no data to keep; it recovers by itself (use-coming-back.ts).
  if (kept.length === 0 || kept.some((id) => mine.data[id] === undefined)) return results
  if (lost.length > 0) mine.onKept()
  return { ...results, ...Object.fromEntries(kept.map((id) => [id, { type: 'data', result: mine.data[id] }] as const)) }
}

const isLost = (result: DataStrategyResult | undefined) => result?.type === 'error' && isLostLine(result.result)

const isRedirect = (result: DataStrategyResult | undefined) =>
  result?.result instanceof Response && result.result.headers.has('Location')

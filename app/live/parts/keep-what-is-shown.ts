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
  onKept?(): void
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

/** A page that says itself that what it shows may have changed. */
export type Staying = {
  /** What is on screen, while loaders run after a form. Null while they run for another reason, as a followed link. */
  afterForm(): Shown | null
  /** Called after each reload of the page; `isFresh`: the server was reached. */
  onReload(isFresh: boolean): void
}

const staying: Staying[] = []

/**
 * Keeps the visible page also when the reload after a form fails: the form was taken, and an error page would replace
 * what the person acts on. Returns the undoing.
 */
export function stayAfterForms(page: Staying): () => void {
  staying.push(page)
  return () => {
    staying.splice(staying.indexOf(page), 1)
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
  const page = staying.at(-1)
  const mine = asked ?? page?.afterForm()
  if (!mine || request.method !== 'GET' || mine.address !== pathname + search) return results
  const ids = Object.keys(results)
  const lost = ids.filter((id) => isLost(results[id]))
  page?.onReload(lost.length === 0)
  const redirected = ids.filter((id) => isRedirect(results[id]))
  const kept = redirected.length > 0 && (await mine.holds?.(true)) === false ? [...lost, ...redirected] : lost
  // An error page has no data to keep; it recovers by itself (use-coming-back.ts).
  if (kept.length === 0 || kept.some((id) => mine.data[id] === undefined)) return results
  if (lost.length > 0) mine.onKept?.()
  return { ...results, ...Object.fromEntries(kept.map((id) => [id, { type: 'data', result: mine.data[id] }] as const)) }
}

const isLost = (result: DataStrategyResult | undefined) => result?.type === 'error' && isLostLine(result.result)

const isRedirect = (result: DataStrategyResult | undefined) =>
  result?.result instanceof Response && result.result.headers.has('Location')

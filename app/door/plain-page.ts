/**
 * A page without client-side code declares it with one line (docs/decisions/0199):
 *
 *     export { clientMiddleware, handle } from '~/door/plain-page'
 *
 * React renders it on the server only: no React, router or inline script goes to the browser, just the small file of
 * `app/entry.plain.ts`. If the page or its frame needs client-side code for some visitors, its handle decides from the
 * loader's data: `{ ...handle, runs: (data) => … }`.
 */
export const handle = { isPlain: true } as const

type Found = { handle?: unknown; loaderData?: unknown }

/** Whether the innermost route is a plain page and no matched route `runs`. Independent of the response. */
export function isPlainPage(found: readonly Found[]): boolean {
  const page = found.at(-1)?.handle
  return isObject(page) && 'isPlain' in page && page.isPlain === true && !found.some(runs)
}

function runs({ handle, loaderData }: Found): boolean {
  return isObject(handle) && 'runs' in handle && typeof handle.runs === 'function' && handle.runs(loaderData) === true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Client middleware: navigating from a hydrated page to a plain one is a full document load, for links and for
 * redirects after a form.
 */
async function asDocument<Answer>({ request }: { request: Request }, next: () => Promise<Answer>): Promise<Answer> {
  // A page that runs for this visitor revalidates its own loaders: no document load.
  const isHere = request.url === location.origin + location.pathname + location.search
  if (request.method !== 'GET' || isHere) return next()
  location.assign(request.url)
  // Never resolves: the router waits until the document is replaced.
  return new Promise(() => {})
}

export const clientMiddleware = [asDocument]

/**
 * A page with nothing to run says so with one line (docs/decisions/0199):
 *
 *     export { clientMiddleware, handle } from '~/door/plain-page'
 *
 * React draws it on the server as it draws every other, and that is all: no React, no router and no inline script goes to the
 * browser, only the small file of `app/entry.plain.ts`. Where it, or the frame around it, has something to run for some and not for
 * others, its handle says for whom: `{ ...handle, runs: (data) => … }` of what its loader gave.
 */
export const handle = { isPlain: true } as const

type Found = { handle?: unknown; loaderData?: unknown }

/** Whether the innermost of what was found for an address is a plain page, whatever it then answered. */
export function isPlainPage(found: readonly Found[]): boolean {
  const page = found.at(-1)?.handle
  return isObject(page) && 'isPlain' in page && page.isPlain === true && !found.some(runs)
}

function runs({ handle, loaderData }: Found): boolean {
  return isObject(handle) && 'runs' in handle && typeof handle.runs === 'function' && handle.runs(loaderData) === true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** From a page that runs, the way to a plain one is a document of its own, by a link and by a form's answer alike. */
async function asDocument<Answer>({ request }: { request: Request }, next: () => Promise<Answer>): Promise<Answer> {
  // One that runs for this visitor asks its own loaders again.
  const isHere = request.url === location.origin + location.pathname + location.search
  if (request.method !== 'GET' || isHere) return next()
  location.assign(request.url)
  // The router waits, until this document is gone.
  return new Promise(() => {})
}

export const clientMiddleware = [asDocument]

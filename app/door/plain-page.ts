/**
 * A page with nothing to run says so with one line (docs/decisions/0199):
 *
 *     export { clientMiddleware, handle } from '~/door/plain-page'
 *
 * React draws it on the server as it draws every other, and that is all: no React, no router and no inline script goes to the
 * browser, only the small file of `app/entry.plain.ts`.
 */
export const handle = { isPlain: true } as const

type WithHandle = { handle?: unknown }

/** Whether the innermost of what was found for an address is a plain page, whatever it then answered. */
export function isPlainPage(found: readonly WithHandle[]): boolean {
  return found.at(-1)?.handle === handle
}

/** From a page that runs, the way to a plain one is a document of its own, by a link and by a form's answer alike. */
async function asDocument<Answer>({ request }: { request: Request }, next: () => Promise<Answer>): Promise<Answer> {
  if (request.method !== 'GET') return next()
  location.assign(request.url)
  // The router waits, until this document is gone.
  return new Promise(() => {})
}

export const clientMiddleware = [asDocument]

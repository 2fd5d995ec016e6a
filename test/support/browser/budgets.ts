/**
 * What a page may weigh on the line, compressed, in bytes. A plain page has one small file of JavaScript; all that run share one
 * limit, which holds their own files and React's. test/browser/budgets.spec.ts weighs what was built.
 */
export type Budget = { html: number; js: number }

/** The whole of it: HTML that fits in the first round trip of a new connection is ten packets, 14 600 bytes. */
const small = { html: 8_000, js: 10_000 }

export const plainPages: Record<string, Budget> = {
  '/': { html: 14_600, js: 10_000 },
  '/*': small,
  '/villkor': { html: 10_000, js: 10_000 },
  '/integritet': { html: 10_000, js: 10_000 },
  '/vad-konceptet-sparar': { html: 14_600, js: 10_000 },
  '/companies': { html: 14_600, js: 10_000 },
  '/company/:id': { html: 14_600, js: 10_000 },
  '/security': { html: 14_600, js: 10_000 },
  '/svarstider': small,
  '/svarstider/:code': { html: 14_600, js: 10_000 },
  '/sponsor/apply': { html: 10_000, js: 10_000 },
  '/season/apply': { html: 10_000, js: 10_000 },
  '/auth': small,
  '/auth/second-factor': small,
  '/auth/recover': small,
  '/auth/reset': small,
  '/auth/verify': small,
  '/auth/undo-address': small,
  '/signup': small,
}

/** JavaScript of any page that runs. */
export const mostOfPageThatRuns = 205_000

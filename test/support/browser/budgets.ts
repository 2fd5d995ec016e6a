/**
 * Size budgets of pages, compressed, in bytes. A plain page has one small JavaScript file and its own modules, and its
 * styles inside its HTML. Pages that run React share one limit for their files and React's. Measured on the build by
 * test/browser/plain/budgets.spec.ts.
 */
export type Budget = { html: number; js: number }

/** The JavaScript file that every plain page loads. */
export const mostOfPlainFile = 2_600

/** What fits in the first round trip of a new TCP connection: ten packets, 14 600 bytes. */
const wide = { html: 14_600, js: mostOfPlainFile }
const small = { html: 10_500, js: mostOfPlainFile }
/** Long pages need a second round trip; a separate stylesheet would take two. */
const long = 20_000
const withPasskey = { html: 10_500, js: 4_000 }
/** In the frame of a login, which contains the menu. */
const framed = { html: 14_600, js: 6_400 }

export const plainPages: Record<string, Budget> = {
  '/': { html: long, js: mostOfPlainFile },
  '/*': small,
  '/villkor': wide,
  '/integritet': wide,
  '/vad-konceptet-sparar': { html: long, js: 3_500 },
  '/companies': wide,
  '/company/:id': wide,
  '/security': wide,
  '/svarstider': small,
  '/svarstider/:code': wide,
  '/sponsor/apply': { html: 14_600, js: 3_500 },
  '/season/apply': { html: 14_600, js: 3_500 },
  '/dashboard/receipts/:number': framed,
  '/dashboard/customer/safety/history': framed,
  '/dashboard/customer/safety/history/:id': framed,
  '/auth': withPasskey,
  '/auth/second-factor': withPasskey,
  '/auth/recover': small,
  '/auth/reset': small,
  '/auth/verify': small,
  '/auth/undo-address': small,
  '/signup': small,
}

/** JavaScript of any page that runs React. */
export const mostOfPageThatRuns = 172_500

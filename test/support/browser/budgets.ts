/**
 * What a page may weigh on the line, compressed, in bytes. A plain page has one small file of JavaScript, and what it asks for of its own;
 * all that run share one limit, which holds their own files and React's. test/browser/budgets.spec.ts weighs what was built.
 */
export type Budget = { html: number; js: number }

/** HTML that fits in the first round trip of a new connection is ten packets. */
const firstTrip = 14_600

/** The file that every plain page has. */
export const mostOfPlainFile = 2_600

/** With nothing of its own. */
const small = { html: 8_000, js: mostOfPlainFile }
const wide = { html: firstTrip, js: mostOfPlainFile }
const withPasskey = { html: 8_000, js: 4_000 }
/** In the frame of a login, whose menu is in it. */
const framed = { html: 10_000, js: 6_400 }

export const plainPages: Record<string, Budget> = {
  '/': wide,
  '/*': small,
  '/villkor': { html: 10_000, js: mostOfPlainFile },
  '/integritet': { html: 10_000, js: mostOfPlainFile },
  '/vad-konceptet-sparar': { html: firstTrip, js: 3_500 },
  '/companies': wide,
  '/company/:id': wide,
  '/security': wide,
  '/svarstider': small,
  '/svarstider/:code': wide,
  '/sponsor/apply': { html: 10_000, js: 3_500 },
  '/season/apply': { html: 10_000, js: 3_500 },
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

/** JavaScript of any page that runs. */
export const mostOfPageThatRuns = 205_000

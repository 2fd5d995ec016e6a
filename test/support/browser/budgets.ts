/**
 * What a page may weigh on the line, compressed, in bytes. A plain page has one small file of JavaScript, and what it asks for of its own;
 * all that run share one limit, which holds their own files and React's. A plain page's HTML has its styles in it. test/browser/plain/budgets.spec.ts weighs what was built.
 */
export type Budget = { html: number; js: number }

/** The file that every plain page has. */
export const mostOfPlainFile = 2_600

/** What comes in the first round trip of a new connection: ten packets, 14 600 bytes. */
const wide = { html: 14_600, js: mostOfPlainFile }
const small = { html: 10_500, js: mostOfPlainFile }
/** Much to show: a second round trip, where the stylesheet took two. */
const long = 20_000
const withPasskey = { html: 10_500, js: 4_000 }
/** In the frame of a login, whose menu is in it. */
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

/** JavaScript of any page that runs. */
export const mostOfPageThatRuns = 205_000

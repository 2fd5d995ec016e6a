/**
 * Access matrix: the answer that each visitor must get at each address. Compared with all routes of the product and the
 * server; a missing one fails, so that whoever adds an address decides who may use it.
 */
export const actors = [
  'nobody',
  'member',
  'neighbour',
  'company',
  'guard company',
  'guard',
  'blocked',
  'half admin',
  'admin',
] as const
export type Actor = (typeof actors)[number]

export type Door = {
  /** Who has access. */
  in: readonly Actor[]
  /** Their status for a GET; 405 where there is nothing to read. */
  reads?: number
  /** The owner of the object behind the address; others with access to such pages get 404. */
  of?: readonly Actor[]
  /** The status for a post that no form of the page sends: 400, or 405 where there is no form. */
  writes?: 400 | 405
  /**
   * The status for an empty post to a page with a single form, which has no intent. 0: not tried, since it ends the
   * session.
   */
  nameless?: number
  /** The same from somebody who does not own the object. */
  strangers?: number
  /** The status for everybody else: a redirect to where they have access. */
  else?: number
  /** The status for their posts, where it differs. */
  writesElse?: number
  /** Whose posts are accepted, where that is more than may read the page. */
  writers?: readonly Actor[]
  /** The status for visitors who do not own the object, where it is not 404. */
  others?: Partial<Record<Actor, number>>
}

const everyone = actors
const signedIn = ['member', 'neighbour', 'company', 'guard company', 'half admin', 'admin'] as const
const signedOut = ['nobody', 'guard', 'blocked'] as const
const members = ['member', 'neighbour'] as const
const companies = ['company', 'guard company'] as const
const admins = ['admin'] as const
const guards = ['guard'] as const

const page = (who: readonly Actor[], rest: Partial<Door> = {}): Door => ({ in: who, writes: 405, ...rest })
const form = (who: readonly Actor[], rest: Partial<Door> = {}): Door => ({ in: who, writes: 400, ...rest })

export const doors: Record<string, Door> = {
  '/': form(everyone),
  '/*': { in: everyone, reads: 404 },
  '/villkor': page(everyone),
  '/integritet': page(everyone),
  '/vad-konceptet-sparar': page(everyone),
  '/companies': page(everyone),
  '/company/:id': page(everyone),
  '/security': page(everyone),
  '/api': page(everyone),
  '/status': page(everyone),
  '/status.atom': page(everyone),
  '/svarstider': page(everyone),
  '/svarstider/:code': page(everyone),
  '/ui': page(everyone, { reads: 404 }),
  '/robots.txt': page(everyone),
  '/sitemap.xml': page(everyone),
  '/.well-known/jwks.json': page(everyone),
  '/.well-known/security.txt': page(everyone),
  '/og/company/:id.png': page(everyone),
  '/session': page(everyone),
  '/calendar.ics': page(everyone, { reads: 410 }),
  '/api/token': { in: signedIn, reads: 405, else: 401 },
  '/api/me': { in: [], else: 401 },
  '/api/bookings': { in: [], else: 401 },
  '/api/alarms': { in: [], else: 401 },
  // An API key is required, which none of these visitors has. The address that is filled in names no existing deed.
  '/api/partner/alarms': { in: [], else: 401 },
  '/api/partner/alarms/:id/:deed': { in: [], reads: 405, else: 405, writes: 400, writesElse: 404 },
  '/api/partner/openapi.json': page(everyone),
  '/webhooks/stripe': form(everyone, { reads: 405 }),
  '/webhooks/swish/:id': form(everyone, { reads: 405 }),

  '/auth': form(signedOut, { writesElse: 400 }),
  '/auth/passkey': form(everyone, { reads: 405 }),
  '/auth/second-factor': form(everyone, { nameless: 422 }),
  '/auth/recover': form(everyone, { nameless: 422 }),
  '/auth/reset': form(everyone, { nameless: 422 }),
  '/auth/verify': form(everyone, { nameless: 422 }),
  '/auth/undo-address': form(everyone, { nameless: 422 }),
  '/signup': form(signedOut, { writesElse: 400 }),
  '/logout': form(everyone, { reads: 302, nameless: 0 }),

  '/sponsor/apply': form(companies, { nameless: 422, writers: signedIn }),
  '/season/apply': form(companies, { nameless: 422, writers: signedIn }),

  '/dashboard': page([], { else: 302 }),
  '/dashboard/account': form(signedIn),
  '/dashboard/account/security': form(signedIn),
  '/dashboard/account/notices': form(signedIn),
  '/dashboard/account/data': form(signedIn),
  '/dashboard/account/export': page(signedIn),
  '/dashboard/account/passkey': form(signedIn, { reads: 302 }),
  '/dashboard/pay/:id': form(signedIn, { of: ['neighbour'], others: { 'half admin': 403, admin: 403 } }),
  '/dashboard/receipts/:number': page(signedIn, { of: ['neighbour', 'admin'], others: { 'half admin': 403 } }),
  '/dashboard/receipts/:number/pdf': page(signedIn, { of: ['neighbour', 'admin'], others: { 'half admin': 403 } }),

  '/dashboard/reviews/:id/report': form(signedIn, { nameless: 422 }),
  '/dashboard/notices': form(signedIn),
  '/dashboard/notices/unread': page(signedIn),
  '/dashboard/customer': form(members),
  '/dashboard/customer/patrols': page(members),
  '/dashboard/customer/book': form(members, { nameless: 422 }),
  '/dashboard/customer/book/repeat': form(members, { nameless: 422 }),
  '/dashboard/customer/bookings': page(members),
  '/dashboard/customer/bookings/calendar': form(members),
  '/dashboard/customer/bookings/:id': form(members, { of: ['member'] }),
  '/dashboard/customer/bookings/:id/move': form(members, { of: ['member'] }),
  '/dashboard/customer/bookings/:id/withdraw': form(members, { of: ['member'] }),
  '/dashboard/customer/bookings/:id/review': form(members, { of: ['member'], nameless: 422, strangers: 404 }),
  '/dashboard/customer/bookings/:id/calendar.ics': page(members, { of: ['member'] }),
  '/dashboard/customer/waiting': form(members),
  '/dashboard/customer/waiting/new': form(members, { reads: 404, nameless: 422 }),
  '/dashboard/customer/favourites': form(members, { reads: 302, else: 302, nameless: 404 }),
  '/dashboard/customer/ambassador': page(members),
  '/dashboard/customer/membership': form(members),
  '/dashboard/customer/membership/leave': form(members),
  '/dashboard/customer/membership/withdraw': form(members),
  '/dashboard/customer/points': form(members),
  '/dashboard/customer/safety': form(members),
  '/dashboard/customer/safety/send': form(members, { reads: 302, else: 302, nameless: 422 }),
  '/dashboard/customer/safety/follow': form(members, { reads: 302, else: 302, nameless: 400 }),
  '/dashboard/customer/safety/setup': form(members),
  '/dashboard/customer/safety/circle': form(members),
  '/dashboard/customer/safety/walk': form(members),
  '/dashboard/customer/safety/walk/position': form(members, { reads: 302, else: 302, nameless: 422 }),
  '/dashboard/customer/safety/history': page(members),
  '/dashboard/customer/safety/history/:id': page(members, { of: ['member'] }),

  '/dashboard/provider': form(companies),
  '/dashboard/provider/bookings/calendar': form(companies),
  '/dashboard/provider/alarms': form(companies),
  '/dashboard/provider/alarms/:id': form(companies, { of: ['guard company'] }),
  '/dashboard/provider/bookings': form(companies),
  '/dashboard/provider/bookings/week': page(companies),
  '/dashboard/provider/bookings/export': page(companies),
  '/dashboard/provider/bookings/:id': form(companies, { of: ['company'] }),
  '/dashboard/provider/bookings/:id/move': form(companies, { of: ['company'] }),
  '/dashboard/provider/broadcasts': form(companies),
  '/dashboard/provider/centre': form(companies),
  '/dashboard/provider/company': form(companies),
  '/dashboard/provider/company/hours': form(companies),
  '/dashboard/provider/company/payment': form(companies),
  '/dashboard/provider/company/logo': form(companies),
  '/dashboard/provider/company/photos': form(companies),
  '/dashboard/provider/earnings': page(companies),
  '/dashboard/provider/earnings/:month/pdf': page(companies),
  '/dashboard/provider/earnings/:month/csv': page(companies),
  '/dashboard/provider/systems': form(companies),
  '/dashboard/provider/systems/:id': form(companies, { of: [], others: { company: 403 } }),
  '/dashboard/provider/guards': form(companies),
  '/dashboard/provider/guards/:id': form(companies, { of: ['guard company'], others: { company: 403 } }),
  '/dashboard/provider/offers': form(companies),
  '/dashboard/provider/package': form(companies),
  '/dashboard/provider/patrols': page(companies),
  '/dashboard/provider/reviews': form(companies),
  '/dashboard/provider/services': form(companies),
  '/dashboard/provider/services/new': form(companies),
  '/dashboard/provider/services/:id': form(companies, { of: ['company'] }),
  '/dashboard/provider/services/:id/photo': form(companies, { of: ['company'] }),
  '/dashboard/provider/shifts': form(companies),

  '/dashboard/admin': page(admins),
  '/dashboard/admin/alarms': form(admins, { nameless: 302 }),
  '/dashboard/admin/alarms/figures': page(admins),
  '/dashboard/admin/alarms/policies': page(admins),
  '/dashboard/admin/alarms/policies/:postcode': form(admins, { nameless: 422 }),
  '/dashboard/admin/alarms/:id': form(admins),
  '/dashboard/admin/audit': page(admins),
  '/dashboard/admin/broadcasts': page(admins),
  '/dashboard/admin/broadcasts/new': form(admins, { nameless: 422 }),
  '/dashboard/admin/broadcasts/:id': form(admins, { of: [] }),
  '/dashboard/admin/companies': page(admins),
  '/dashboard/admin/companies/bulk': form(admins, { nameless: 422 }),
  '/dashboard/admin/companies/bulk/:id': form(admins, { of: [] }),
  '/dashboard/admin/companies/export': page(admins),
  '/dashboard/admin/companies/:id': form(admins),
  '/dashboard/admin/companies/:id/plan': form(admins, { nameless: 422 }),
  '/dashboard/admin/coverage': page(admins),
  '/dashboard/admin/faults': page(admins),
  '/dashboard/admin/faults/:id': form(admins, { of: [] }),
  '/dashboard/admin/messages': page(admins),
  '/dashboard/admin/messages/:id': form(admins),
  '/dashboard/admin/outbox': page(admins),
  '/dashboard/admin/outbox/calls': form(admins),
  '/dashboard/admin/outbox/replies': form(admins),
  '/dashboard/admin/outbox/:id': form(admins),
  '/dashboard/admin/patrols': page(admins),
  '/dashboard/admin/patrols/:code': form(admins),
  '/dashboard/admin/payments': form(admins),
  '/dashboard/admin/payments/books': page(admins),
  '/dashboard/admin/payments/books/:period/sie': page(admins),
  '/dashboard/admin/payments/files/:id': form(admins, { of: [] }),
  '/dashboard/admin/points': form(admins),
  '/dashboard/admin/disputes': form(admins),
  '/dashboard/admin/postcodes': form(admins),
  '/dashboard/admin/postcodes/:code': form(admins),
  '/dashboard/admin/postcodes/:code/map': form(admins),
  '/dashboard/admin/reviews': form(admins),
  '/dashboard/admin/search': page(admins),
  '/dashboard/admin/settings': form(admins),
  '/dashboard/admin/upkeep': page(admins),
  '/dashboard/admin/users': page(admins),
  '/dashboard/admin/users/bulk': form(admins, { nameless: 422 }),
  '/dashboard/admin/users/bulk/:id': form(admins, { of: [] }),
  '/dashboard/admin/users/export': page(admins),
  '/dashboard/admin/views': form(admins),
  '/dashboard/admin/payments/export': page(admins),
  '/dashboard/admin/alarms/export': page(admins),
  '/dashboard/admin/outbox/export': page(admins),
  '/dashboard/admin/broadcasts/export': page(admins),
  '/dashboard/admin/audit/export': page(admins),
  '/dashboard/admin/users/:id': form(admins),

  '/larm/:token': form([], { else: 404 }),
  '/larm/:token/folj': form(everyone, { reads: 404 }),
  '/far-veta': form(everyone),
  '/push/renew': form(everyone, { reads: 302, nameless: 422 }),
  '/hemma': form(everyone),
  '/vakt': form(guards, { else: 200, writesElse: 302 }),
  '/vakt/in': form(everyone),
  '/vakt/larm': form(guards),
  '/vakt/larm/:id': form(guards),
  '/vakt/pass/:id': form(guards),
  '/vakt/stopp/:id': form(guards, { reads: 302, nameless: 422 }),
}

/** Addresses that the server itself answers. */
export const serverDoors: Record<string, Door> = {
  '/halsa': page(everyone),
  '/halsa/redo': page(everyone),
  '/halsa/process': page(everyone),
  '/halsa/larm': page(everyone),
  // 404 without its key.
  '/metrics': page(everyone, { reads: 404 }),
  '/files/:name': page(everyone, { reads: 404 }),
  '/live': page(signedIn, { else: 401 }),
  // An administrator without the second factor gets only news of their own alarms.
  '/live/alarms': page(signedIn, { else: 401 }),
  '/live/alarms/guard': page(guards, { else: 401 }),
  '/webhooks/sms/reply': { in: [], else: 404 },
  '/webhooks/sms/report': { in: [], else: 404 },
  '/webhooks/voice/:token/answered': { in: [], else: 404 },
  '/webhooks/voice/:token/digit': { in: [], else: 404 },
  '/webhooks/voice/:token/over': { in: [], else: 404 },
}

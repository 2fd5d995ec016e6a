/** Which pages the journeys look at in every width and scan; test/shape/scanned-pages.test.ts finds one that is missing. */
export const publicPages = [
  '/',
  '/vad-konceptet-sparar',
  '/auth',
  '/auth?flik=registrera',
  '/auth/recover',
  '/auth/reset?token=x',
  '/auth/verify?token=x',
  '/auth/undo-address?token=x',
  '/auth/second-factor',
  '/signup?role=member',
  '/signup?role=company&plan=sponsor',
  '/companies',
  '/companies?q=finns-inte',
  '/security',
  '/api',
  '/svarstider',
  '/svarstider/12540',
  '/villkor',
  '/integritet',
  '/finns-inte',
  '/ui',
]
const account = ['', '/security', '/notices', '/data'].map((page) => `/dashboard/account${page}`)
const under = (area: string, pages: readonly string[]) => pages.map((page) => `/dashboard/${area}${page && `/${page}`}`)

/** The pages of each who logs in, a test for each part, so that they go side by side. */
export const pagesOf: Record<'member' | 'company' | 'admin', Record<string, string[]>> = {
  member: {
    'own pages': under('customer', [
      '',
      'patrols',
      'ambassador',
      'points',
      'membership',
      'membership/leave',
      'membership/withdraw',
    ]),
    bookings: under('customer', ['book', 'bookings', 'bookings?visa=kommande', 'bookings/calendar']),
    'alarm pages': under('customer', ['safety', 'safety/setup', 'safety/history']),
    account: [...account, '/signup?role=company'],
  },
  company: {
    'own pages': under('provider', ['', 'reviews', 'package', 'earnings', 'broadcasts', 'alarms']),
    portal: under('provider', ['company', 'company/hours', 'company/logo', 'services', 'services/new', 'offers']),
    'partner pages': under('provider', ['guards', 'centre', 'shifts', 'patrols', 'systems']),
    account: ['/sponsor/apply', '/season/apply', ...account],
  },
  admin: {
    overview: under('admin', [
      '',
      'companies',
      'companies/bulk',
      'users',
      'users?roll=admin',
      'users/bulk',
      'postcodes',
      'postcodes/12540',
      'postcodes/12540/map',
    ]),
    safety: under('admin', ['alarms', 'alarms/figures', 'alarms/policies', 'alarms/policies/12540', 'coverage']),
    patrols: under('admin', ['patrols', 'patrols/12540', 'broadcasts', 'broadcasts/new']),
    office: under('admin', ['payments', 'messages', 'reviews', 'points']),
    'what was sent and done': under('admin', ['outbox', 'outbox/calls', 'outbox/replies', 'audit', 'settings']),
  },
}

export const diaryPages = under('provider', [
  'bookings',
  'bookings?visa=genomforda',
  'bookings/week',
  'bookings/earnings',
])

/** Pages with a name in their address, or of a guard, and the journey that finds one of them and scans it. */
export const foundOnTheWay: Record<string, string> = {
  '/company/:id': 'every-page',
  '/dashboard/admin/alarms/:id': 'alarm',
  '/dashboard/admin/broadcasts/:id': 'found-pages',
  '/dashboard/admin/companies/:id': 'every-page',
  '/dashboard/admin/companies/:id/plan': 'found-pages',
  '/dashboard/admin/companies/bulk/:id': 'found-pages',
  '/dashboard/admin/messages/:id': 'found-pages',
  '/dashboard/admin/outbox/:id': 'every-page',
  '/dashboard/admin/payments/files/:id': 'found-pages',
  '/dashboard/admin/users/:id': 'every-page',
  '/dashboard/admin/users/bulk/:id': 'found-pages',
  '/dashboard/customer/bookings/:id': 'every-page',
  '/dashboard/customer/bookings/:id/move': 'every-page',
  '/dashboard/customer/bookings/:id/review': 'found-pages',
  '/dashboard/customer/safety/history/:id': 'alarm',
  '/dashboard/pay/:id': 'found-pages',
  '/dashboard/provider/alarms/:id': 'alarm',
  '/dashboard/provider/bookings/:id': 'every-page',
  '/dashboard/provider/bookings/:id/move': 'every-page',
  '/dashboard/provider/guards/:id': 'every-page',
  '/dashboard/provider/services/:id': 'found-pages',
  '/dashboard/provider/systems/:id': 'systems',
  '/dashboard/receipts/:number': 'found-pages',
  '/larm/:token': 'alarm',
  '/vakt': 'every-page',
  '/vakt/in': 'every-page',
  '/vakt/larm': 'found-pages',
  '/vakt/larm/:id': 'found-pages',
  '/vakt/pass/:id': 'every-page',
}

import { href } from 'react-router'
import { overQueryOf, readOverSearch } from '~/alarms/public'
import { auditOrders, listQueryOf as auditQueryOf, auditSearchFrom } from '~/audit/public'
import { broadcastQueryOf, readBroadcastSearch } from '~/broadcasts/public'
import { companyQueryOf, readAdminSearch } from '~/company-desk/public'
import { orderFrom } from '~/door/list-order'
import { outboxOrders, outboxQueryOf, readOutboxSearch } from '~/notifications/public'
import { paymentQueryOf, readPaymentSearch } from '~/payments/public'
import { listQueryOf, peopleOrderFrom, peopleSearchFrom } from '~/people/public'
import { namesOf } from '~/shared/chosen'

type List = {
  label: string
  path: string
  /** The URL of the list as a file. */
  file: string
  /** Parses and re-serialises the query by the list's own rules, so nothing else gets through. */
  asked: (query: URLSearchParams) => Iterable<[string, string]>
}

/** The administrators' lists that have saved views and a file. */
export const lists = {
  users: {
    label: 'Användare',
    path: href('/dashboard/admin/users'),
    file: href('/dashboard/admin/users/export'),
    asked: (query) => listQueryOf(peopleSearchFrom(query), peopleOrderFrom(query)),
  },
  companies: {
    label: 'Företag',
    path: href('/dashboard/admin/companies'),
    file: href('/dashboard/admin/companies/export'),
    asked: (query) => companyQueryOf(readAdminSearch(query)),
  },
  payments: {
    label: 'Betalningar',
    path: href('/dashboard/admin/payments'),
    file: href('/dashboard/admin/payments/export'),
    asked: (query) => paymentQueryOf(readPaymentSearch(query)),
  },
  alarms: {
    label: 'Larm',
    path: href('/dashboard/admin/alarms'),
    file: href('/dashboard/admin/alarms/export'),
    asked: (query) => overQueryOf(readOverSearch(query)),
  },
  outbox: {
    label: 'Utkorg',
    path: href('/dashboard/admin/outbox'),
    file: href('/dashboard/admin/outbox/export'),
    asked: (query) => outboxQueryOf(readOutboxSearch(query), orderFrom(outboxOrders, query)),
  },
  broadcasts: {
    label: 'Utskick',
    path: href('/dashboard/admin/broadcasts'),
    file: href('/dashboard/admin/broadcasts/export'),
    asked: (query) => broadcastQueryOf(readBroadcastSearch(query)),
  },
  history: {
    label: 'Historik',
    path: href('/dashboard/admin/audit'),
    file: href('/dashboard/admin/audit/export'),
    asked: (query) => auditQueryOf(auditSearchFrom(query), orderFrom(auditOrders, query)),
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists

/** The list at a path. `.data` is the suffix of client-side data requests. */
export const listAt = (path: string): ListName | undefined =>
  namesOf(lists).find((name) => lists[name].path === path.replace(/\.data$/, ''))

/** The normalised query of a list, as stored and as used in URLs. */
export const askedOf = (list: ListName, query: string): string =>
  new URLSearchParams([...lists[list].asked(new URLSearchParams(query))]).toString()

/** The URL of a list with a query; never of anything else (no open redirect). */
export const addressOf = (list: ListName, asked: string, where: 'path' | 'file' = 'path'): string =>
  lists[list][where] + (asked && `?${asked}`)

/** The page that saves this query as a view. */
export const saveAddressOf = (list: ListName, asked: string): string =>
  `${href('/dashboard/admin/views')}?${new URLSearchParams({ lista: list, ...(asked && { vy: asked }) })}`

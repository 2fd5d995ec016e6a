import { readNames } from '~/accounts/public.server'
import { type AuditOrder, type AuditSearch, auditLabel, auditOrders, subjectLabel } from '~/audit/public'
import { searchAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { plainOrder } from '~/door/list-order'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatInstant } from '~/shared/time'
import { changesOf } from './audit-facts'

const pageSize = 50

/** For an administrator: the audit log by a search, newest first unless asked otherwise. */
export async function readHistory(
  { db }: House,
  signedIn: SignedIn,
  search: AuditSearch,
  before: string | null,
  order: AuditOrder = plainOrder(auditOrders),
) {
  onlyAdmin(signedIn)
  const { shown, next } = pageOf(await searchAudit(db, search, before, pageSize + 1, order), pageSize)
  return { next, entries: await inWords(db, shown) }
}

type Line = Awaited<ReturnType<typeof searchAudit>>[number]

/** Formats audit entries, with the names of the people in them. */
export async function inWords(db: Database, lines: readonly Line[]) {
  const people = lines.flatMap((entry) => [entry.actorId, entry.subjectKind === 'person' ? entry.subjectId : null])
  const names = await readNames(db, [...new Set(people.filter((id) => id !== null))])
  return lines.map((entry) => ({
    id: entry.id,
    at: entry.at,
    when: formatInstant(entry.at),
    what: auditLabel(entry.deed),
    actor: entry.actorId && { id: entry.actorId, name: names.get(entry.actorId) ?? 'Någon som har lämnat' },
    address: entry.address ?? '',
    subject: {
      kind: entry.subjectKind,
      label: subjectLabel(entry.subjectKind),
      id: entry.subjectId,
      name: nameOf(entry, names),
    },
    reason: entry.reason,
    changes: changesOf(entry.before, entry.after),
  }))
}

/** Null where the subject is only an id or a list's query, which mean nothing to a reader. */
function nameOf({ subjectKind, subjectId }: Line, names: ReadonlyMap<string, string>): string | null {
  if (subjectKind === 'person') return names.get(subjectId) ?? 'Någon som har lämnat'
  return subjectKind === 'postcode' || subjectKind === 'door' ? subjectId : null
}

export type HistoryRow = Awaited<ReturnType<typeof inWords>>[number]

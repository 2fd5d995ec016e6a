import { type AuditOrder, type AuditSearch, listQueryOf } from '~/audit/public'
import { recordExport, searchAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvInstant, csvOfPages } from '~/platform/http/csv.server'
import { type HistoryRow, inWords } from './search-audit.server'

const head = ['Vad', 'När', 'Vem', 'Varifrån', 'Gäller', 'Skäl', 'Ändring']

/** For an administrator: the audit log of a search as CSV lines, in its order. */
export async function exportAudit({ db, clock }: House, signedIn: SignedIn, search: AuditSearch, order: AuditOrder) {
  onlyAdmin(signedIn)
  const asked = listQueryOf(search, order).toString()
  await recordExport(db, { at: clock.now(), actor: signedIn, deed: 'export history', asked })
  return csvOfPages({
    head,
    cells: cellsOf,
    read: async (before, limit) => inWords(db, await searchAudit(db, search, before, limit, order)),
  })
}

const cellsOf = ({ what, at, actor, address, subject, reason, changes }: HistoryRow) => [
  ...[what, csvInstant(at), actor ? actor.name : 'Inte inloggad', address],
  ...[`${subject.label} ${subject.name ?? subject.id}`, reason ?? '', changes.join(' · ')],
]

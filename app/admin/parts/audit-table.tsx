import type { auditOrders } from '~/audit/public'
import type { SortingOf } from '~/door/list-order'
import { DataTable } from '~/ui/table'
import type { HistoryRow } from '../search-audit.server'
import { ActorLink, SubjectLink } from './audit-list'

type Props = { entries: readonly HistoryRow[]; sorting: SortingOf<typeof auditOrders> }

/** The audit log as a table. */
export function AuditTable({ entries, sorting }: Props) {
  return (
    <DataTable
      caption="Historik"
      captionHidden
      wide
      columns={[
        { key: 'what', label: 'Vad' },
        { key: 'when', label: 'När', sort: sorting.at, short: true },
        { key: 'actor', label: 'Vem', short: true },
        { key: 'subject', label: 'Gäller' },
        { key: 'changes', label: 'Skäl och ändring' },
      ]}
      rows={entries.map(({ id, what, when, actor, address, subject, reason, changes }) => ({
        id,
        what,
        when: <span className="tabular">{when}</span>,
        actor: (
          <>
            <ActorLink actor={actor} />
            {address && <span className="block text-small wrap-anywhere text-soft">{address}</span>}
          </>
        ),
        subject: <SubjectLink subject={subject} />,
        changes: (
          <>
            {reason && <span className="block whitespace-pre-line">{reason}</span>}
            <span className="block text-small text-soft">{changes.join(' · ')}</span>
          </>
        ),
      }))}
    />
  )
}

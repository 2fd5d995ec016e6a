import { href, Link } from 'react-router'
import { queryOf } from '~/audit/public'
import type { HistoryRow } from '../search-audit.server'

/** Audit entries, with links to more entries of the same person or subject. */
export function AuditList({ entries }: { entries: readonly HistoryRow[] }) {
  return (
    <ol className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
      {entries.map(({ id, what, when, actor, address, subject, reason, changes }) => (
        <li key={id} className="grid gap-1 py-4 [overflow-wrap:anywhere]">
          <p>
            <strong>{what}</strong> <SubjectLink subject={subject} />
          </p>
          <p className="text-small text-soft">
            <span className="tabular">{when}</span>
            {/* For the creation of an account, actor and subject are the same person. */}
            {actor && actor.id === subject.id ? null : (
              <>
                {' · '}
                <ActorLink actor={actor} />
              </>
            )}
            {address && ` · ${address}`}
          </p>
          {reason && <p className="whitespace-pre-line">{reason}</p>}
          {changes.length > 0 && <p className="text-small text-soft">{changes.join(' · ')}</p>}
        </li>
      ))}
    </ol>
  )
}

/** A link to everything that a person has done. */
export function ActorLink({ actor }: Pick<HistoryRow, 'actor'>) {
  if (!actor) return 'Inte inloggad'
  return <Link to={`${href('/dashboard/admin/audit')}?vem=${actor.id}`}>{actor.name}</Link>
}

/** A link to the subject, or to more entries about it. */
export function SubjectLink({ subject: { kind, label, id, name } }: { subject: HistoryRow['subject'] }) {
  if (kind === 'person') return <Link to={href('/dashboard/admin/users/:id', { id })}>{name}</Link>
  if (kind === 'company') return <Link to={href('/dashboard/admin/companies/:id', { id })}>Till företaget</Link>
  const same = queryOf({ subjectKind: kind, subjectId: id })
  return <Link to={`${href('/dashboard/admin/audit')}?${same}`}>{name === null ? label : `${label} ${name}`}</Link>
}

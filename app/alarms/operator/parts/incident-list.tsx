import { href, Link } from 'react-router'
import { formatPostcode } from '~/postcodes/public'
import { formatMomentSeen } from '~/shared/time'
import { Icon } from '~/ui/marks/icon'

type Incident = { id: string; label: string; alarmId: string | null; postcode: string | null; foundAt: Date }

/** The auditor's open incidents. Renders nothing when there are none. */
export function IncidentList({ incidents, now }: { incidents: readonly Incident[]; now: Date }) {
  if (incidents.length === 0) return null
  return (
    <section aria-labelledby="fel" className="mt-6 rounded-card bg-alarm p-5 text-on-alarm sm:p-6">
      <h2 id="fel" className="flex items-center gap-3 text-h4">
        <Icon name="warning" /> Larmkedjan behöver dig
      </h2>
      <ul className="mt-3 grid grid-cols-1 gap-2">
        {incidents.map(({ id, label, alarmId, postcode, foundAt }) => (
          <li key={id}>
            {alarmId ? (
              <Link
                to={href('/dashboard/admin/alarms/:id', { id: alarmId })}
                className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
              >
                {label}
              </Link>
            ) : (
              <span className="font-semibold">{label}</span>
            )}{' '}
            {postcode ? `i ${formatPostcode(postcode)}, ` : ''}sedan {formatMomentSeen(foundAt, now)}
          </li>
        ))}
      </ul>
    </section>
  )
}

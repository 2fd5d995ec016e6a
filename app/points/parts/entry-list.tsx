import type { PointsShown } from '../read-points.server'

/** Ledger entries, newest first. */
export function EntryList({ entries }: { entries: PointsShown['history'] }) {
  return (
    <ol className="mt-3 divide-y divide-line">
      {entries.map(({ id, title, day, points }) => (
        <li key={id} className="flex items-baseline justify-between gap-6 py-4">
          <div className="min-w-0">
            <p className="wrap-anywhere">{title}</p>
            <p className="text-small text-soft">{day}</p>
          </div>
          <p className={`tabular shrink-0 font-semibold ${points > 0 ? 'text-spruce' : ''}`}>{signed(points)}</p>
        </li>
      ))}
    </ol>
  )
}

/** Uses the minus sign (U+2212), which is as wide as the plus. */
const signed = (points: number) => (points > 0 ? `+${points}` : `−${Math.abs(points)}`)

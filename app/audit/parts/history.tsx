import { Card } from '~/ui/card'

export type HistoryEntry = { id: string; what: string; who: string; when: string; reason: string | null }

/** The audit entries of one subject, newest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Card as="section" aria-labelledby="historik">
      <h2 id="historik" className="text-h3">
        Historik
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {entries.map(({ id, what, who, when, reason }) => (
          <li key={id} className="py-3">
            <p className="font-semibold">{what}</p>
            <p className="text-small text-soft">
              {who} · {when}
            </p>
            {reason && <p className="mt-1 break-words whitespace-pre-line">{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

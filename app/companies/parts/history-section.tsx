import { Card } from '~/ui/card'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

/** What administrators have done, newest first. */
export function HistorySection({ history }: Pick<CompanyForAdmin, 'history'>) {
  if (history.length === 0) return null
  return (
    <Card as="section" aria-labelledby="historik">
      <h2 id="historik" className="text-h3">
        Historik
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {history.map(({ id, what, who, when, reason }) => (
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

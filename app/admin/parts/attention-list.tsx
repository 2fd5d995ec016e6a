import { Link } from 'react-router'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import type { Attention } from '../attention/read-attention.server'

/** What needs a decision; each line links to the page where it is made. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  return (
    <Card as="section" aria-labelledby="nu">
      <h2 id="nu" className="text-h3">
        Att ta hand om
      </h2>
      {items.length === 0 ? (
        <p className="mt-3 flex items-center gap-3">
          <Icon name="check" className="size-6 text-spruce" />
          Inget väntar just nu.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {items.map(({ what, count, since, to, urgent, isAlarm }) => (
            <li key={what}>
              <Link
                to={to}
                className={`flex min-h-14 items-center justify-between gap-4 rounded-control py-2 font-semibold ${isAlarm ? 'my-1 bg-alarm px-4 text-on-alarm' : ''}`}
              >
                <span className={`flex min-w-0 items-center gap-3 ${urgent && !isAlarm ? 'text-alarm-text' : ''}`}>
                  <Icon name={urgent ? 'warning' : 'chevron-right'} className="size-5 shrink-0" />
                  <span className="min-w-0">
                    {what}
                    {since && (
                      <span className={`block text-small font-normal ${isAlarm ? '' : 'text-soft'}`}>
                        sedan {since}
                      </span>
                    )}
                  </span>
                </span>
                <span className="tabular text-h4">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

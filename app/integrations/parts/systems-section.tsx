import { formatMomentSeen } from '~/shared/time'
import { Card } from '~/ui/card'
import type { readSystems } from '../read-systems.server'
import { HookStanding } from './hook-standing'

type Props = { systems: Awaited<ReturnType<typeof readSystems>>; now: Date }

/** A company's webhooks and keys for an administrator. Empty if there are none. */
export function SystemsSection({ systems: { hooks, keys }, now }: Props) {
  const holding = keys.filter(({ revokedAt }) => revokedAt === null)
  if (hooks.length === 0 && holding.length === 0) return null
  return (
    <Card as="section" aria-labelledby="egna-system" className="grid grid-cols-1 gap-4">
      <h2 id="egna-system" className="text-h3">
        Egna system
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {hooks.map((hook) => (
          <li key={hook.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{hook.url}</span> <HookStanding hook={hook} />
          </li>
        ))}
        {holding.map(({ id, name, mark, lastUsedAt }) => (
          <li key={id}>
            <span className="wrap-anywhere">{name}</span> <code>{mark}…</code>{' '}
            <span className="text-soft">
              {lastUsedAt ? `senast använd ${formatMomentSeen(lastUsedAt, now)}` : 'har inte använts'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

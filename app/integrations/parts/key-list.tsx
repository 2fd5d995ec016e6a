import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { formatPostcode } from '~/postcodes/public'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { apiDeeds } from '../keys/api-deeds'
import type { OwnKey } from '../keys/key-store.server'

type Props = { keys: readonly OwnKey[]; now: Date; answer: FormAnswer | undefined }

/** A company's keys, by their marks. */
export function KeyList({ keys, now, answer }: Props) {
  if (keys.length === 0) return <p className="text-soft">Ni har inga nycklar.</p>
  return (
    <ul className="grid grid-cols-1 gap-4">
      {keys.map((key) => (
        <li key={key.id} className="grid grid-cols-1 gap-2 rounded-control border border-line p-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{key.name}</span>
            <code>{key.mark}…</code>
            <Standing keyed={key} now={now} />
          </p>
          <p>
            {key.deeds.map((deed) => apiDeeds[deed]).join(', ')}. {key.postcodes.map(formatPostcode).join(', ')}.
          </p>
          <p className="text-small text-soft">
            Skapad {formatDay(key.createdAt)}.{' '}
            {key.lastUsedAt ? `Senast använd ${formatMomentSeen(key.lastUsedAt, now)}.` : 'Har inte använts.'}
          </p>
          {key.revokedAt ? null : (
            <IntentForm
              intent="take-key-back"
              section="nycklar"
              answer={answer}
              row={{ id: key.id }}
              submit={{
                children: 'Ta tillbaka',
                busyText: 'Tar tillbaka...',
                variant: 'quiet',
                icon: 'trash',
                'aria-label': `Ta tillbaka ${key.name}`,
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function Standing({ keyed: { revokedAt, expiresAt }, now }: { keyed: OwnKey; now: Date }) {
  if (revokedAt) return <Badge>Tillbakatagen {formatDay(revokedAt)}</Badge>
  if (expiresAt <= now) return <Badge tone="alarm">Gick ut {formatDay(expiresAt)}</Badge>
  return <Badge tone="spruce">Gäller till {formatDay(expiresAt)}</Badge>
}

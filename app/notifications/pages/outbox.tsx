import { href } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/house.server'
import { formatMoment } from '~/shared/time'
import { pageMeta } from '~/shell/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { type OutboxState, outboxStateLabels } from '../outbox'
import { readOutbox } from '../outbox-store.server'
import type { Route } from './+types/outbox'

const pageSize = 25

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Utkorg',
    description: 'Allt som plattformen har skickat.',
    path: href('/dashboard/admin/outbox'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const { db, mail } = context.get(houseContext)
  const before = readCursor(request)
  const { shown, next } = pageOf(await readOutbox(db, before, pageSize + 1), pageSize)
  const messages = shown.map((row) => ({ ...row, written: formatMoment(row.created_at) }))
  return { messages, next, before, staysHere: mail.name === 'outbox' }
}

const stateTones = { queued: 'lamp', sent: 'spruce', failed: 'alarm' } as const satisfies Record<OutboxState, string>
const stateIcons = { queued: 'clock', sent: 'check', failed: 'warning' } as const satisfies Record<OutboxState, string>

export default function OutboxPage({ loaderData: { messages, next, before, staysHere } }: Route.ComponentProps) {
  const address = href('/dashboard/admin/outbox')
  return (
    <>
      <h1 className="text-h2">Utkorg</h1>
      <p className="mt-2 text-soft">
        {staysHere
          ? 'Här läggs allt som skulle ha skickats. Inget lämnar den här datorn förrän en mejlserver är inställd.'
          : 'Allt som har skickats, väntar eller inte gick fram.'}
      </p>
      {messages.length === 0 && <EmptyState title="Inget skickat ännu">Det första mejlet hamnar här.</EmptyState>}
      <ul className="mt-6 grid gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <Card>
              <div className="flex flex-wrap items-start justify-between gap-3">
                <h2 className="text-h4">{message.subject}</h2>
                <Badge tone={stateTones[message.state]} icon={stateIcons[message.state]}>
                  {outboxStateLabels[message.state]}
                </Badge>
              </div>
              <p className="mt-1 text-small break-all text-soft">
                Till {message.recipient} · {message.written}
                {message.last_error && ` · ${message.last_error}`}
              </p>
              <details className="mt-3">
                <summary>Läs mejlet</summary>
                <p className="prose-width mt-3 break-words whitespace-pre-line">
                  <Linked text={message.body_text} />
                </p>
              </details>
            </Card>
          </li>
        ))}
      </ul>
      <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
    </>
  )
}

/** Links in the text can be followed from here, as they can from a mail program. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    /^https?:/.test(part) ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

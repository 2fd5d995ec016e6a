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
import { interestLabel } from '../contact-interests'
import { readContactMessages } from '../contact-store.server'
import type { Route } from './+types/contact-messages'

const pageSize = 25

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Meddelanden',
    description: 'Frågor från kontaktformuläret.',
    path: href('/dashboard/admin/messages'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const { db } = context.get(houseContext)
  const before = readCursor(request)
  const { shown, next } = pageOf(await readContactMessages(db, before, pageSize + 1), pageSize)
  const messages = shown.map((row) => ({ ...row, written: formatMoment(row.created_at) }))
  return { messages, next, before }
}

export default function ContactMessagesPage({ loaderData: { messages, next, before } }: Route.ComponentProps) {
  const address = href('/dashboard/admin/messages')
  return (
    <>
      <h1 className="text-h2">Meddelanden</h1>
      <p className="mt-2 text-soft">Frågor från kontaktformuläret på startsidan, de nyaste först.</p>
      {messages.length === 0 && (
        <EmptyState title="Inga meddelanden ännu">När någon skriver till er syns det här.</EmptyState>
      )}
      <ul className="mt-6 grid gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <Card>
              <div className="flex flex-wrap items-start justify-between gap-3">
                <h2 className="text-h4">{message.name}</h2>
                <Badge tone="neutral">{interestLabel(message.interest)}</Badge>
              </div>
              <p className="mt-1 text-small text-soft">
                <a href={`mailto:${message.email}`}>{message.email}</a> · {message.written}
              </p>
              <p className="prose-width mt-3 break-words whitespace-pre-line">
                {message.message || 'Inget meddelande, bara en hälsning.'}
              </p>
            </Card>
          </li>
        ))}
      </ul>
      <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
    </>
  )
}

import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { namesOf } from '~/shared/chosen'
import { Badge } from '~/ui/badge'
import { CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { type InboxPart, inboxPartFrom, inboxParts } from '../inbox'
import { listMessages } from '../read-inbox.server'
import type { Route } from './+types/contact-messages'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Meddelanden',
    description: 'Frågor från kontaktformuläret.',
    path: href('/dashboard/admin/messages'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const part = inboxPartFrom(new URL(request.url).searchParams.get('visa'))
  const before = readCursor(request)
  return { part, before, ...(await listMessages(context.get(houseContext), signedIn, part, before)) }
}

const addressOf = (part: InboxPart) => `${href('/dashboard/admin/messages')}?visa=${part}`

export default function ContactMessagesPage({ loaderData: { part, messages, next, before } }: Route.ComponentProps) {
  useLive('messages')
  const tabs = namesOf(inboxParts).map((each) => ({
    to: addressOf(each),
    label: inboxParts[each],
    current: each === part,
  }))
  return (
    <>
      <h1 className="text-h2">Meddelanden</h1>
      <p className="mt-2 text-soft">Frågor från kontaktformuläret på startsidan, de nyaste först.</p>
      <LinkTabs label="Vilka meddelanden" tabs={tabs} className="mt-6" />
      {messages.length === 0 && (
        <div className="mt-6">
          <EmptyState title={part === 'alla' ? 'Inga meddelanden ännu' : 'Inget att svara på'}>
            När någon skriver till er syns det här.
          </EmptyState>
        </div>
      )}
      <ul className="mt-6 grid gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <CardLink to={href('/dashboard/admin/messages/:id', { id: message.id })} title={message.name} heading="h2">
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={message.state === 'new' ? 'lamp' : 'neutral'}>{message.stateLabel}</Badge>
                <span>{message.interest}</span>
                {message.takenBy && <span>{message.takenBy} har den</span>}
                <span className="text-small">{message.written}</span>
              </p>
              <p className="prose-width mt-2 break-words">{message.begins || 'Inget meddelande, bara en hälsning.'}</p>
            </CardLink>
          </li>
        ))}
      </ul>
      <Pager previous={before ? addressOf(part) : undefined} next={next && `${addressOf(part)}&before=${next}`} />
    </>
  )
}

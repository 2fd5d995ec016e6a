import { useEffect, useState } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { channelLabels, outboxStateLabels } from '~/outbox/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Pager } from '~/ui/pager'
import { markRead } from '../mark-read.server'
import { readReceivedNotices } from '../read-received.server'
import type { Route } from './+types/received'

const address = href('/dashboard/notices')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Notiser',
    description: 'Det vi har skickat till dig.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  return readReceivedNotices(context.get(houseContext), signedIn, readCursor(request))
}

/** `seen` is sent by the open page itself; `read` by a press of the button, which is confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request, ['seen', 'read'])
  orAnswer(await markRead(context.get(houseContext), signedIn, values))
  if (values.intent === 'seen') return null
  return redirectWithNotice(`${address}#top`, { tone: 'normal', title: 'Allt är läst' })
}

export default function ReceivedPage({ loaderData }: Route.ComponentProps) {
  const { notices, next, before, readTo, unread } = loaderData
  useLive('notices')
  const newest = before === null ? (notices[0]?.id ?? null) : null
  const isNew = useNewSince(readTo, unread > 0 ? newest : null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Notiser</h1>
        {unread > 0 && newest && (
          <Form action={address}>
            <input type="hidden" name="intent" value="read" />
            <input type="hidden" name="to" value={newest} />
            <Button type="submit" variant="secondary" size="small" icon="check">
              Markera alla som lästa
            </Button>
          </Form>
        )}
      </div>
      <p className="prose-width mt-2 text-soft">
        Det vi har skickat till dig, på alla sätt. Vad du vill ha och hur väljer du under{' '}
        <Link to={href('/dashboard/account/notices')}>Aviseringar</Link>.
      </p>
      {notices.length === 0 && (
        <div className="mt-6">
          <EmptyState title="Inga notiser">Det första vi skickar till dig hamnar här.</EmptyState>
        </div>
      )}
      <ul className="mt-6 grid max-w-3xl grid-cols-1 gap-3">
        {notices.map(({ id, subject, text, path, when, ways }) => (
          <li key={id} className="min-w-0 rounded-card bg-surface p-[min(1.25rem,6vw)] shadow-card wrap-anywhere">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <h2 className="text-h4">{path ? <Link to={path}>{subject}</Link> : subject}</h2>
              {isNew(id) && <Badge tone="lamp">Ny</Badge>}
            </div>
            {text && <p className="mt-1">{text}</p>}
            <p className="mt-2 flex flex-wrap gap-x-4 text-small text-soft">
              <span>{when}</span>
              {ways.map(({ channel, state }) => (
                <span key={channel}>
                  {channelLabels[channel]}: {outboxStateLabels[state].toLowerCase()}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <Pager previous={before ? address : undefined} next={next ? `${address}?before=${next}` : undefined} />
    </>
  )
}

/**
 * Marks what an open page shows as read, which updates the bell. What was unread at page load keeps its mark while the
 * page is open. Without JavaScript there is the button.
 */
function useNewSince(readTo: string | null, newestUnread: string | null): (id: string) => boolean {
  const [since] = useState(readTo)
  const { submit } = useFetcher()
  useEffect(() => {
    if (newestUnread) void submit({ intent: 'seen', to: newestUnread }, { method: 'post', action: address })
  }, [newestUnread, submit])
  return (id) => since === null || id > since
}

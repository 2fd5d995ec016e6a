import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { sortingBy, withQuery } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import { ListTools } from '~/door/parts/list-tools'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { DataTable, RowLink } from '~/ui/table'
import { LinkTabs } from '~/ui/tabs'
import { type BroadcastSearch, broadcastOrders, queryOf, readBroadcastSearch } from '../broadcast-search'
import { progressText } from '../parts/broadcast-progress'
import { StateBadge } from '../parts/state-badge'
import { listBroadcasts } from '../read-broadcasts.server'
import type { Route } from './+types/admin-broadcasts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Utskick',
    description: 'SMS till hela kvarter: utkast, det som väntar på godkännande och det som har gått.',
    path: href('/dashboard/admin/broadcasts'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readBroadcastSearch(new URL(request.url).searchParams)
  return listBroadcasts(context.get(houseContext), signedIn, search, readCursor(request))
}

export default function AdminBroadcastsPage({ loaderData }: Route.ComponentProps) {
  const { search, before, next, waiting, broadcasts } = loaderData
  const { asked, order } = search
  useLive('messages')
  const address = href('/dashboard/admin/broadcasts')
  const addressOf = (one: BroadcastSearch) => withQuery(address, queryOf(one))
  const sorting = sortingBy(broadcastOrders, order, (by) => addressOf({ asked, order: by }))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Utskick</h1>
        <ButtonLink to={href('/dashboard/admin/broadcasts/new')} icon="plus">
          Nytt utskick
        </ButtonLink>
      </div>
      <p className="prose-width mt-2 text-soft">
        SMS till alla i ett kvarter som har sagt ja. Trygghetspartner kan be om ett, och det går iväg när du har läst
        det.
      </p>
      <LinkTabs
        label="Vilka utskick"
        className="mt-6"
        tabs={[
          { to: addressOf({ asked: false, order }), label: 'Alla', current: !asked },
          {
            to: addressOf({ asked: true, order }),
            label: waiting > 0 ? `Väntar på godkännande (${waiting})` : 'Väntar på godkännande',
            current: asked,
          },
        ]}
      />
      <ListTools />
      {broadcasts.length === 0 ? (
        <div className="mt-6">
          <EmptyState title={asked ? 'Inget väntar på dig' : 'Inga utskick ännu'}>
            {asked ? 'När en trygghetspartner vill skicka något syns det här.' : 'Det första du skriver hamnar här.'}
          </EmptyState>
        </div>
      ) : (
        <DataTable
          caption="Utskick"
          captionHidden
          wide
          columns={[
            { key: 'title', label: 'Utskick' },
            { key: 'state', label: 'Läge', short: true },
            { key: 'from', label: 'Från' },
            { key: 'created', label: 'Skrivet', sort: sorting.written, short: true },
            { key: 'text', label: 'Text' },
            { key: 'progress', label: 'Så har det gått' },
          ]}
          rows={broadcasts.map(({ id, kind, postcode, state, from, created, text, released, progress }) => ({
            id,
            title: (
              <RowLink to={href('/dashboard/admin/broadcasts/:id', { id })}>
                {kind} till {postcode}
              </RowLink>
            ),
            state: <StateBadge state={state} />,
            from,
            created,
            text: <span className="line-clamp-2">{text}</span>,
            progress: released && progressText(progress),
          }))}
        />
      )}
      <Pager
        previous={before ? addressOf(search) : undefined}
        next={next && withQuery(address, [...queryOf(search), ['before', next]])}
      />
    </>
  )
}

import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
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
  const asked = new URL(request.url).searchParams.get('visa') === 'asked'
  return listBroadcasts(context.get(houseContext), signedIn, { asked, before: readCursor(request) })
}

export default function AdminBroadcastsPage({ loaderData }: Route.ComponentProps) {
  const { asked, before, next, waiting, broadcasts } = loaderData
  useLive('messages')
  const address = href('/dashboard/admin/broadcasts')
  const here = asked ? `${address}?visa=asked` : address
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
          { to: address, label: 'Alla', current: !asked },
          {
            to: `${address}?visa=asked`,
            label: waiting > 0 ? `Väntar på godkännande (${waiting})` : 'Väntar på godkännande',
            current: asked,
          },
        ]}
      />
      {broadcasts.length === 0 ? (
        <div className="mt-6">
          <EmptyState title={asked ? 'Inget väntar på dig' : 'Inga utskick ännu'}>
            {asked ? 'När en trygghetspartner vill skicka något syns det här.' : 'Det första du skriver hamnar här.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 grid gap-4 xl:grid-cols-2">
          {broadcasts.map((one) => (
            <li key={one.id}>
              <CardLink
                to={href('/dashboard/admin/broadcasts/:id', { id: one.id })}
                title={`${one.kind} till ${one.postcode}`}
                heading="h2"
              >
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StateBadge state={one.state} />
                  <span className="text-small">
                    {one.from} · {one.created}
                  </span>
                </p>
                <p className="mt-2 line-clamp-2 [overflow-wrap:anywhere]">{one.text}</p>
                {one.released && <p className="mt-2 text-small">{progressText(one.progress)}</p>}
              </CardLink>
            </li>
          ))}
        </ul>
      )}
      <Pager previous={before ? here : undefined} next={next && `${here}${asked ? '&' : '?'}before=${next}`} />
    </>
  )
}

import { href } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { listResponses } from '../read-responses.server'
import type { Route } from './+types/responses'

export { clientMiddleware, handle } from '~/door/plain-page'

const address = href('/svarstider')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Så fort går det',
    description: 'Hur lång tid larmen tar i varje öppet kvarter, från tryck till att någon är på plats.',
    path: address,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const after = new URL(request.url).searchParams.get('efter') ?? ''
  return listResponses(context.get(houseContext), /^\d{5}$/.test(after) ? after : null)
}

export default function ResponsesPage({ loaderData: { postcodes, after, next } }: Route.ComponentProps) {
  return (
    <div className="page section">
      <h1 className="text-h1">Så fort går det</h1>
      <p className="mt-4 max-w-[52ch] text-lead text-soft">
        Från att någon trycker på larmet tills det är framme, taget och en väktare är på plats. Kvarter för kvarter, för
        alla att se.
      </p>
      {postcodes.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="Inget kvarter är öppet än">När det första har öppnat syns det här.</EmptyState>
        </div>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {postcodes.map(({ code, name }) => (
            <li key={code}>
              <CardLink
                to={href('/svarstider/:code', { code })}
                title={`${formatPostcode(code)} ${name}`}
                heading="h2"
              />
            </li>
          ))}
        </ul>
      )}
      <Pager previous={after ? address : undefined} next={next && `${address}?efter=${next}`} />
    </div>
  )
}

import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { Pager } from '~/ui/pager'
import { DataTable } from '~/ui/table'
import { AdminTabs } from '../../operator/parts/admin-tabs'
import { readAdminPolicies } from '../../operator/read-admin.server'
import { inWords } from '../../words/seconds'
import type { Route } from './+types/admin-policies'

const address = href('/dashboard/admin/alarms/policies')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Larmplaner', description: 'Hur larm går vidare.', path: address, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const after = new URL(request.url).searchParams.get('after')
  return readAdminPolicies(context.get(houseContext), signedIn, after && /^\d{5}$/.test(after) ? after : null)
}

export default function AdminPolicies({ loaderData: { areas, after, next } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Larmplaner</h1>
      <AdminTabs />
      <p className="prose-width mt-5 text-soft">
        Så går ett larm vidare när ingen svarar. Ett område utan egen plan har den gemensamma. Tiderna räknas från
        trycket.
      </p>
      <div className="mt-6">
        <DataTable
          caption="Larmplaner"
          captionHidden
          columns={[
            { key: 'area', label: 'Område' },
            { key: 'again', label: 'Alla igen', align: 'right' },
            { key: 'widen', label: 'Grannar och jour', align: 'right' },
            { key: 'tell', label: 'Besked', align: 'right' },
            { key: 'release', label: 'Återlämnas', align: 'right' },
            { key: 'canary', label: 'Testlarm', align: 'right' },
          ]}
          rows={areas.map(({ code, name, policy, isOwn }) => ({
            id: code,
            area: (
              <Link
                to={href('/dashboard/admin/alarms/policies/:postcode', { postcode: code })}
                className="link inline-flex min-h-12 items-center"
              >
                {formatPostcode(code)} {name}
                {isOwn ? ', egen plan' : ''}
              </Link>
            ),
            again: inWords(policy.callAgainS),
            widen: inWords(policy.widenS),
            tell: inWords(policy.tellMemberS),
            release: inWords(policy.releaseS),
            canary: policy.canaryDays === 1 ? 'varje dag' : `var ${policy.canaryDays}:e dag`,
          }))}
          empty={<p className="text-soft">Inget område är öppet än.</p>}
        />
      </div>
      <Pager previous={after ? address : undefined} next={next && `${address}?after=${next}`} />
    </>
  )
}

import { href, Link } from 'react-router'
import { onlyAdmin, requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { StatCard } from '~/ui/stat-card'
import { DataTable } from '~/ui/table'
import { coverageLevels, coverageWords } from '../coverage'
import { listCoverage } from '../coverage-store.server'
import type { Route } from './+types/admin-coverage'

const pageSize = 50

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bemanning',
    description: 'Om ett larm skulle nå någon just nu, i varje postnummer.',
    path: href('/dashboard/admin/coverage'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  onlyAdmin(signedIn)
  const { db, clock } = context.get(houseContext)
  const asked = /^([0-3])\.(\d{5})$/.exec(new URL(request.url).searchParams.get('after') ?? '')
  const after = asked ? { rank: Number(asked[1]), code: asked[2] ?? '' } : null
  const { rows, counts } = await listCoverage(db, clock.now(), after, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    counts,
    postcodes: shown,
    next: rows.length > pageSize && last ? `${last.rank}.${last.code}` : null,
    isLater: after !== null,
  }
}

const columns = [
  { key: 'where', label: 'Postnummer' },
  { key: 'level', label: 'Just nu' },
  { key: 'companies', label: 'Partner som får larm', align: 'right' },
  { key: 'guards', label: 'Väktare i tjänst', align: 'right' },
] as const

export default function AdminCoveragePage({ loaderData: { counts, postcodes, next, isLater } }: Route.ComponentProps) {
  useLive('patrols')
  const path = href('/dashboard/admin/coverage')
  return (
    <>
      <h1 className="text-h2">Bemanning</h1>
      <p className="mt-2 prose-width text-lead text-soft">
        Om ett larm skulle nå någon just nu. De postnummer som har det sämst står först.
      </p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {coverageLevels.map((level) => (
          <li key={level}>
            <StatCard label={coverageWords[level].label} value={counts[level]} icon={coverageWords[level].icon} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <DataTable
          caption="Bemanning per postnummer"
          captionHidden
          columns={columns}
          empty={
            <EmptyState picture={<EmptyStreet />} title="Inga öppna postnummer">
              När ett postnummer öppnas syns det här.
            </EmptyState>
          }
          rows={postcodes.map(({ code, name, level, companies, guards }) => ({
            id: code,
            where: (
              <Link to={href('/dashboard/admin/patrols/:code', { code })} className="link">
                {formatPostcode(code)} {name}
              </Link>
            ),
            level: (
              <Badge tone={coverageWords[level].tone} icon={coverageWords[level].icon}>
                {coverageWords[level].label}
              </Badge>
            ),
            companies,
            guards,
          }))}
        />
      </div>
      <Pager previous={isLater ? path : undefined} next={next && `${path}?after=${next}`} />
    </>
  )
}

import { href, Link } from 'react-router'
import { z } from 'zod'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { DataTable } from '~/ui/table'
import { readSituation } from '../read-shifts.server'
import { shiftStates } from '../shift'
import { capital, formatHours, nearDay } from '../shift-words'
import type { Route } from './+types/admin-patrols'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ronder',
    description: 'Ronderna i varje öppet postnummer.',
    path: href('/dashboard/admin/patrols'),
    hidden: true,
  })
}

const cursor = z
  .string()
  .regex(/^\d{5}$/)
  .nullable()
  .catch(null)

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const after = cursor.parse(new URL(request.url).searchParams.get('after'))
  return readSituation(context.get(houseContext), signedIn, after)
}

const columns = [
  { key: 'where', label: 'Postnummer' },
  { key: 'next', label: 'Nästa eller pågående' },
  { key: 'who', label: 'Företag' },
  { key: 'free', label: 'Lediga, 7 dagar', align: 'right' },
  { key: 'missed', label: 'Uteblivna, 30 dagar', align: 'right' },
] as const

export default function AdminPatrolsPage({ loaderData: { now, postcodes, next, isLater } }: Route.ComponentProps) {
  useLive('patrols')
  const path = href('/dashboard/admin/patrols')
  return (
    <>
      <h1 className="text-h2">Ronder</h1>
      <p className="mt-2 mb-6 text-lead text-soft">Varje öppet postnummer, med det pass som är på väg eller pågår.</p>
      <DataTable
        caption="Ronder per postnummer"
        captionHidden
        columns={columns}
        empty={
          <EmptyState picture={<EmptyStreet />} title="Inga öppna postnummer">
            När ett postnummer öppnas planeras passen av sig själva.
          </EmptyState>
        }
        rows={postcodes.map(({ code, name, shift, free, missed }) => ({
          id: code,
          where: (
            <Link to={href('/dashboard/admin/patrols/:code', { code })} className="link">
              {formatPostcode(code)} {name}
            </Link>
          ),
          next: shift ? (
            <span className="flex flex-wrap items-center gap-2">
              {capital(nearDay(shift, now))} {formatHours(shift)}
              <Badge {...lookOf(shift.state)}>{shiftStates[shift.state].label}</Badge>
            </span>
          ) : (
            'Inget pass'
          ),
          who: shift?.companyName ?? 'Ingen',
          free,
          missed,
        }))}
      />
      <Pager previous={isLater ? path : undefined} next={next && `${path}?after=${next}`} />
    </>
  )
}

function lookOf(state: keyof typeof shiftStates) {
  const { tone, icon } = shiftStates[state]
  return { tone, icon }
}

import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { LampScene } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { monthName } from '~/shared/month'
import { formatClock } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { PatrolTabs } from '../parts/patrol-tabs'
import { readSponsorMonths, type SponsorMonth, type SponsorStopState } from '../read-sponsor-stops.server'
import { capital, formatHours, formatShiftDay } from '../shift-words'
import type { Route } from './+types/sponsor-stops'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Rondstopp',
    description: 'De extra rondstopp som ingår i era sponsormånader.',
    path: href('/dashboard/provider/patrols'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return { months: await readSponsorMonths(context.get(houseContext), signedIn) }
}

export default function SponsorStopsPage({ loaderData: { months } }: Route.ComponentProps) {
  useLive('patrols')
  return (
    <>
      <h1 className="text-h2">Ronder</h1>
      <PatrolTabs current="stops" />
      {months.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            picture={<LampScene />}
            title="Inga rondstopp än"
            action={<ButtonLink to={href('/sponsor/apply')}>Bli huvudsponsor</ButtonLink>}
          >
            En huvudsponsor får en eller två extra stopp i veckan hos sig, hela sin månad. De planeras när månaden är
            betald.
          </EmptyState>
        </div>
      ) : (
        <div className="mt-6 grid max-w-3xl gap-6">
          {months.map((month) => (
            <Month key={month.month} month={month} />
          ))}
        </div>
      )}
    </>
  )
}

const stopStates = {
  planned: { label: 'Planerat', tone: 'neutral', icon: 'calendar' },
  done: { label: 'Klart', tone: 'spruce', icon: 'check' },
  missed: { label: 'Uteblev', tone: 'lamp', icon: 'warning' },
} as const satisfies Record<SponsorStopState, object>

function Month({ month: { month, stops } }: { month: SponsorMonth }) {
  const done = stops.filter(({ state }) => state === 'done').length
  return (
    <Card as="section" aria-labelledby={month}>
      <h2 id={month} className="text-h3">
        {capital(monthName(month))}
      </h2>
      <p className="mt-1 text-soft">
        {stops.length === 0
          ? 'Stoppen planeras in i ronderna, och står här inom en timme.'
          : `${done} av ${stops.length} stopp är gjorda.`}
      </p>
      <ul className="mt-4 grid">
        {stops.map((stop) => {
          const { label, ...look } = stopStates[stop.state]
          return (
            <li
              key={stop.id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold">{capital(formatShiftDay(stop.day))}</p>
                <p className="text-soft">
                  {stop.stoppedAt
                    ? `${formatClock(stop.stoppedAt)}${stop.by ? `, ${stop.by}` : ''}`
                    : `Någon gång ${formatHours(stop)}`}
                </p>
                {stop.note && <p className="mt-1 wrap-anywhere">{stop.note}</p>}
              </div>
              <Badge {...look}>{label}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

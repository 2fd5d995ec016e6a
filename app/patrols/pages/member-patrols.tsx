import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { CoverageCard } from '~/guards/public'
import { readCoverageOf } from '~/guards/public.server'
import { useLive } from '~/live/public'
import { PatrolWeek } from '~/pictures/patrol-week'
import { LampScene } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { readPostcode } from '~/postcodes/public.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { nextText } from '../parts/patrol-card'
import { PatrolMoney } from '../parts/patrol-money'
import { readPatrolMoney } from '../patrol-money.server'
import { readMemberPatrols } from '../read-patrols.server'
import { lookOfPast } from '../shift'
import { capital, formatHours, formatShiftDay, formatSpans, nearDay } from '../shift-words'
import { FoldedStops, StopList } from '../walk/parts/stop-list'
import type { Route } from './+types/member-patrols'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ronder',
    description: 'När väktarna går i ditt kvarter, och när de senast gjorde det.',
    path: href('/dashboard/customer/patrols'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const house = context.get(houseContext)
  const { postcode } = signedIn.person
  const [coverage, area] = await Promise.all([
    readCoverageOf(house.db, postcode, house.clock.now()),
    readPostcode(house.db, postcode),
  ])
  const patrols = await readMemberPatrols(house, signedIn, readCursor(request))
  const money = await readPatrolMoney(house, postcode)
  return { ...patrols, money, postcode, level: coverage.level, isAreaOpen: area?.state === 'open' }
}

type Patrol = Route.ComponentProps['loaderData']['past'][number]

export default function MemberPatrolsPage({ loaderData }: Route.ComponentProps) {
  useLive('patrols')
  const { now, toCome, past, next, isLater, postcode, level, isAreaOpen, money } = loaderData
  const [first, ...later] = toCome
  const path = href('/dashboard/customer/patrols')
  return (
    <>
      <h1 className="text-h2">Ronder i {formatPostcode(postcode)}</h1>
      <p className="mt-2 prose-width text-lead text-soft">
        {level === 'no partner'
          ? 'Här syns ronderna när en trygghetspartner går i ditt kvarter.'
          : 'Väktarna går vardagar 18–22 och helger 14–22. Här ser du när, och att de verkligen gjorde det.'}
      </p>
      {!isLater && <CoverageCard level={level} isAreaOpen={isAreaOpen} className="mt-6 max-w-3xl" />}
      {!isLater && first && <Next patrol={first} now={now} />}
      {!isLater && later.length > 0 && (
        <section aria-labelledby="later" className="mt-10 max-w-3xl">
          <h2 id="later" className="text-h3">
            Kommande
          </h2>
          <ul className="mt-4 grid gap-2">
            {later.map((patrol) => (
              <li key={patrol.id} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-2">
                <span>{capital(nearDay(patrol, now))}</span>
                <span className="tabular">{formatHours(patrol)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isLater && money && <PatrolMoney money={money} className="mt-10 max-w-3xl" />}
      <section aria-labelledby="past" className="mt-10 max-w-3xl">
        <h2 id="past" className="text-h3">
          {isLater ? 'Tidigare ronder' : 'Senaste ronderna'}
        </h2>
        {past.length === 0 ? (
          <div className="mt-4">
            <EmptyState picture={<LampScene />} title="Ingen rond har gått än" heading="h3">
              När den första har gått syns den här, med alla stopp.
            </EmptyState>
          </div>
        ) : (
          <Card className="mt-4 py-2 sm:py-3">
            <ul className="divide-y divide-line">
              {past.map((patrol) => (
                <Past key={patrol.id} patrol={patrol} />
              ))}
            </ul>
          </Card>
        )}
        <Pager previous={isLater ? path : undefined} next={next && `${path}?before=${next}`} />
      </section>
    </>
  )
}

function Next({ patrol, now }: { patrol: Patrol; now: Date }) {
  const isOut = patrol.state === 'walking'
  return (
    <Card as="section" tone="band" aria-labelledby="next" className="mt-6 grid max-w-3xl gap-6 sm:grid-cols-[1fr_auto]">
      <div>
        <h2 id="next" className="text-soft">
          {isOut ? 'En väktare är ute nu' : `Nästa rond ${nearDay(patrol, now)}`}
        </h2>
        <p className="tabular mt-1 text-h1 text-lamp">{formatHours(patrol)}</p>
        <p className="mt-2">{nextText(patrol)}</p>
        {patrol.stops.length > 0 && <StopList stops={patrol.stops} empty="" />}
      </div>
      <PatrolWeek className="hidden w-64 self-center sm:block" />
    </Card>
  )
}

function Past({ patrol }: { patrol: Patrol }) {
  const { label, ...look } = lookOfPast(patrol)
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="text-body font-semibold">{capital(formatShiftDay(patrol.day))}</h3>
        <Badge {...look}>{label}</Badge>
      </div>
      {patrol.state === 'missed' ? (
        <p className="mt-1 text-soft">Ingen väktare checkade in den här kvällen.</p>
      ) : (
        <>
          <p className="mt-1 text-soft">
            {patrol.walkedBy}
            {patrol.spans.length > 0 && `, ${formatSpans(patrol.spans)}`}
          </p>
          <FoldedStops stops={patrol.stops} />
        </>
      )}
    </li>
  )
}

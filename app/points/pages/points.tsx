import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import { Progress } from '~/ui/progress'
import { EntryList } from '../parts/entry-list'
import { RedeemCard } from '../parts/redeem-card'
import { pointDeeds } from '../point-deeds.server'
import { formatPoints, PAIR_BOOKINGS, PAIR_POINTS, waysToEarn } from '../points'
import { readPoints } from '../read-points.server'
import type { Route } from './+types/points'

const path = href('/dashboard/customer/points')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Kvarterspoäng', description: 'Dina poäng.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readPoints(context.get(houseContext), signedIn, readCursor(request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, pointDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(pointDeeds, asked)
}

export default function PointsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('points', 'bookings')
  const { balance, earned, level, history, before, next } = loaderData
  return (
    <>
      <h1 className="text-h2">Kvarterspoäng</h1>
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Card as="section" tone="band" aria-labelledby="saldo">
          <h2 id="saldo" className="text-body font-semibold">
            Ditt saldo
          </h2>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <span className="tabular text-display text-lamp">{formatPoints(balance)}</span>
            <span className="text-lead">poäng</span>
          </p>
          <div className="mt-6">
            {level.next ? (
              <Progress
                label={level.name}
                value={earned - level.from}
                max={level.next.from - level.from}
                text={`${level.next.left} till ${level.next.name}`}
              />
            ) : (
              <p className="font-semibold">{level.name}: högsta nivån. Tack för allt du gör i kvarteret.</p>
            )}
          </div>
        </Card>
        <RedeemCard points={loaderData} answer={actionData} />
      </div>

      <section aria-labelledby="historik" className="mt-12 max-w-3xl">
        <h2 id="historik" className="text-h3">
          Historik
        </h2>
        {history.length === 0 ? (
          <div className="mt-5">
            <EmptyState title={before ? 'Inget äldre än så' : 'Inga poäng ännu'} heading="h3">
              {before ? 'Det här är allt.' : 'De första kommer när en bokning är genomförd.'}
            </EmptyState>
          </div>
        ) : (
          <EntryList entries={history} />
        )}
        <Pager previous={before ? path : undefined} next={next && `${path}?before=${next}`} />
      </section>

      <section aria-labelledby="ger" className="mt-12 max-w-3xl">
        <h2 id="ger" className="text-h3">
          Det här ger poäng
        </h2>
        <dl className="mt-4 divide-y divide-line">
          {waysToEarn.map(({ what, points, to, go }) => (
            <div key={what} className="flex flex-wrap items-baseline justify-between gap-x-6 py-4">
              <dt className="min-w-0 flex-1 basis-36">
                {what} <Link to={href(to)}>{go}</Link>
              </dt>
              <dd className="tabular shrink-0 font-semibold">{points}</dd>
            </div>
          ))}
        </dl>
        <p className="prose-width mt-3 text-soft">
          Hos ett och samma företag ger högst {PAIR_BOOKINGS} bokningar och lika många omdömen i månaden poäng,
          tillsammans högst {PAIR_POINTS}. Nivån följer allt du har tjänat in. Den blir kvar när du använder poängen.
        </p>
      </section>
    </>
  )
}

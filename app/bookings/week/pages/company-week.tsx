import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { CompanyViews } from '../../diaries/parts/company-views'
import { WeekGrid } from '../parts/week-grid'
import { readCompanyWeek } from '../read-company-week.server'
import type { Route } from './+types/company-week'

const address = href('/dashboard/provider/bookings/week')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Veckan', description: 'Veckans jobb.', path: address, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readCompanyWeek(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export default function CompanyWeekPage({ loaderData: week }: Route.ComponentProps) {
  useLive('bookings')
  const turn = 'min-w-12 px-3'
  return (
    <>
      <CompanyViews current="Vecka" />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <div>
          <p className="text-h3">{week.title}</p>
          <p className="text-soft">{week.span}</p>
        </div>
        <nav aria-label="Bläddra mellan veckor" className="flex flex-wrap gap-2">
          <ButtonLink
            to={`${address}?dag=${week.previous}`}
            variant="secondary"
            className={turn}
            aria-label="Föregående vecka"
            preventScrollReset
          >
            <Icon name="arrow-left" />
          </ButtonLink>
          {week.isThisWeek ? null : (
            <ButtonLink to={address} variant="secondary" preventScrollReset>
              Den här veckan
            </ButtonLink>
          )}
          <ButtonLink
            to={`${address}?dag=${week.next}`}
            variant="secondary"
            className={turn}
            aria-label="Nästa vecka"
            preventScrollReset
          >
            <Icon name="arrow-right" />
          </ButtonLink>
        </nav>
      </div>
      <WeekGrid days={week.days} hours={week.hours} />
    </>
  )
}

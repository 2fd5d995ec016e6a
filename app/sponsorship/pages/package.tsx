import { href } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { houseContext } from '~/platform/house.server'
import { pageMeta } from '~/shell/public'
import { ButtonLink } from '~/ui/button'
import { Card, CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { BookedMonths } from '../parts/booked-months'
import { PackageSummary } from '../parts/package-summary'
import { readPackage } from '../read-slots.server'
import type { Route } from './+types/package'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Paket',
    description: 'Ditt paket, dina månader och vad som är betalt.',
    path: href('/dashboard/provider/package'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return readPackage(context.get(houseContext), requireRole(context, request, 'company'))
}

export default function PackagePage({ loaderData: listed }: Route.ComponentProps) {
  if (!listed) {
    return (
      <EmptyState
        title="Inget företag än"
        action={<ButtonLink to={href('/dashboard/account')}>Till mitt konto</ButtonLink>}
      >
        Det finns inget företag på det här kontot.
      </EmptyState>
    )
  }
  return (
    <>
      <h1 className="text-h2">Paket</h1>
      <div className="mt-8">
        <PackageSummary listed={listed} />
      </div>

      <Card as="section" aria-labelledby="manader" className="mt-6">
        <h2 id="manader" className="text-h3">
          Dina månader
        </h2>
        {listed.live.length > 0 ? (
          <div className="mt-4">
            <BookedMonths caption="Månader du har bokat" slots={listed.live} />
          </div>
        ) : (
          <p className="mt-3 text-soft">Du har ingen bokad månad.</p>
        )}
      </Card>

      <h2 className="mt-12 text-h3">Synas mer</h2>
      <ul className="mt-5 grid grid-cols-1 gap-5 xl:grid-cols-2">
        <li className="grid grid-cols-1">
          <CardLink to={href('/sponsor/apply')} icon="lamp" title="Bli huvudsponsor">
            Extra rondstopp hos dig och överst i katalogen. Ett företag per månad.
          </CardLink>
        </li>
        <li className="grid grid-cols-1">
          <CardLink to={href('/season/apply')} icon="leaf" title="Bli säsongs&shy;partner">
            En egen kampanj när det är din säsong, en till tre månader.
          </CardLink>
        </li>
      </ul>

      {listed.past.length > 0 && (
        <Card as="section" aria-labelledby="tidigare" className="mt-12">
          <h2 id="tidigare" className="text-h3">
            Tidigare månader
          </h2>
          <div className="mt-4">
            <BookedMonths caption="Månader som har passerat eller släppts" slots={listed.past} />
          </div>
        </Card>
      )}
    </>
  )
}

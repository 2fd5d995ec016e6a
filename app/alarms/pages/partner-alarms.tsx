import { href, Outlet, useParams } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { houseContext } from '~/platform/house.server'
import { pageMeta } from '~/shell/public'
import '../alarms.css'
import { PartnerBoard } from '../parts/partner-board'
import { lookAgain } from '../parts/stay-without-line'
import { readCompanyBoard } from '../read-board.server'
import type { Route } from './+types/partner-alarms'

export const handle = { night: true }

const address = href('/dashboard/provider/alarms')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Larm',
    description: 'Larm i era områden, så fort de kommer.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readCompanyBoard(context.get(houseContext), signedIn)
}

export const shouldRevalidate = lookAgain

export default function PartnerAlarms({ loaderData }: Route.ComponentProps) {
  const { id } = useParams()
  return (
    <PartnerBoard who="person" {...loaderData} address={address} currentId={id}>
      <Outlet />
    </PartnerBoard>
  )
}

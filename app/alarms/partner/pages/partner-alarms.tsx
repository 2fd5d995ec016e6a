import { href, Outlet, useParams } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { PartnerBoard } from '../parts/partner-board'
import { companyActor, readCompanyBoard } from '../read-board.server'
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

/** Takes an alarm from the list. Not posted to the alarm's own page, which may not load without a line. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const values = await readForm(request, takerForms)
  const alarmId = values.alarm ?? ''
  return answerTaker(house, await companyActor(house, signedIn), alarmId, values, `${address}/${alarmId}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

export default function PartnerAlarms({ loaderData, actionData }: Route.ComponentProps) {
  const { id } = useParams()
  return (
    <PartnerBoard who="person" {...loaderData} address={address} currentId={id} answer={actionData}>
      <Outlet />
    </PartnerBoard>
  )
}

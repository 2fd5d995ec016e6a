import { href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { PartnerDetail } from '../parts/partner-detail'
import { companyActor, readPartnerPage } from '../read-board.server'
import type { Route } from './+types/partner-alarm'

const list = href('/dashboard/provider/alarms')

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  return orAnswer(await readPartnerPage(house, await companyActor(house, signedIn), params.id))
}

export const shouldRevalidate = lookAgain

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const values = await readForm(request, takerForms)
  return answerTaker(house, await companyActor(house, signedIn), params.id, values, `${list}/${params.id}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

export default function PartnerAlarmPage({ loaderData: { alarm, now, noteKey }, actionData }: Route.ComponentProps) {
  return (
    <PartnerDetail key={alarm.id} alarm={alarm} now={now} back={list} noteKey={noteKey} answer={actionData} tellsSeen />
  )
}

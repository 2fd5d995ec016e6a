import { href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireGuard } from '~/guards/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { guardActor } from '../../answer/actors.server'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { PartnerDetail } from '../parts/partner-detail'
import { readPartnerPage } from '../read-board.server'
import type { Route } from './+types/guard-alarm'

const list = href('/vakt/larm')

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const guard = await requireGuard(context, request)
  return orAnswer(await readPartnerPage(context.get(houseContext), guardActor(guard), params.id))
}

export const shouldRevalidate = lookAgain

export async function action({ request, context, params }: Route.ActionArgs) {
  const guard = await requireGuard(context, request)
  const values = await readForm(request, takerForms)
  return answerTaker(context.get(houseContext), guardActor(guard), params.id, values, `${list}/${params.id}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

export default function GuardAlarmPage({ loaderData: { alarm, now, noteKey }, actionData }: Route.ComponentProps) {
  return (
    <PartnerDetail key={alarm.id} alarm={alarm} now={now} back={list} noteKey={noteKey} answer={actionData} tellsSeen />
  )
}

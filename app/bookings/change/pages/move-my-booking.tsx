import { href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { MoveForm } from '../parts/move-form'
import { readMove } from '../read-move.server'
import type { Route } from './+types/move-my-booking'
import { answerBookingForm, memberForms } from './booking-deeds.server'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Föreslå ny tid',
    description: 'En ny tid för en bokning.',
    path: href('/dashboard/customer/bookings/:id/move', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const day = new URL(request.url).searchParams.get('dag')
  return orAnswer(await readMove(context.get(houseContext), signedIn, 'member', params.id, day))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  // The id comes from the address and overrides any form field of that name.
  const values = { ...(await readForm(request, memberForms)), id: params.id }
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm(memberForms, asked, href('/dashboard/customer/bookings/:id', params))
}

export default function MoveMyBookingPage({ loaderData: move, actionData }: Route.ComponentProps) {
  return <MoveForm move={move} back={href('/dashboard/customer/bookings/:id', { id: move.id })} answer={actionData} />
}

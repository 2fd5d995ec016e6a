import { href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { MoveForm } from '../parts/move-form'
import { readMove } from '../read-move.server'
import type { Route } from './+types/move-company-booking'
import { answerBookingForm, companyFailure, companyForms } from './booking-deeds.server'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Föreslå ny tid',
    description: 'En ny tid för en bokning.',
    path: href('/dashboard/provider/bookings/:id/move', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const day = new URL(request.url).searchParams.get('dag')
  return orAnswer(await readMove(context.get(houseContext), signedIn, 'company', params.id, day))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  // The id comes from the address and overrides any form field of that name.
  const values = { ...(await readForm(request, companyForms)), id: params.id }
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm(companyForms, asked, href('/dashboard/provider/bookings/:id', params), companyFailure)
}

export default function MoveCompanyBookingPage({ loaderData: move, actionData }: Route.ComponentProps) {
  return (
    <MoveForm
      move={move}
      back={href('/dashboard/provider/bookings/:id', { id: move.id })}
      answer={actionData}
      anyTime
    />
  )
}

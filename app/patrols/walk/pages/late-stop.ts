import { data, href, redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireGuard } from '~/guards/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { logStop } from '../walk-shift.server'
import type { Route } from './+types/late-stop'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireGuard(context, request)
  throw redirect(href('/vakt/pass/:id', params))
}

/** Accepts a stop that a phone stored while offline: the same use case as the page's form, answered with JSON. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const guard = await requireGuard(context, request)
  const values = await readForm(request)
  const noted = orAnswer(await logStop(context.get(houseContext), guard, params.id, values))
  return noted.ok ? data({ message: '' }) : data({ message: noted.message || noted.title }, 422)
}

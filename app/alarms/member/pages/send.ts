import { redirect } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import type { Route } from './+types/send'
import { answerSender } from './member-deeds.server'

export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'member')
  return redirect('/dashboard/customer/safety')
}

/** Receives an alarm sent by script: from the page, the offline page or the service worker. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  // The alarm was written by another member who was logged in here. It must not be sent in this person's name.
  if (values.for && values.for !== signedIn.person.id) return Response.json({ sent: null }, { status: 409 })
  const outcome = await answerSender(context.get(houseContext), signedIn, values)
  if (outcome.ok) return Response.json(outcome.value)
  const { title, message: words, fields } = outcome
  return Response.json({ title, message: words || (fields.message ?? '') }, { status: 422 })
}

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

/** The alarm as scripts send it: the page, the page without a line, the service worker. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  // Written by somebody else who was logged in here: it must not go out in this person's name.
  if (values.for && values.for !== signedIn.person.id) return Response.json({ sent: null }, { status: 409 })
  const outcome = await answerSender(context.get(houseContext), signedIn, values)
  if (outcome.ok) return Response.json(outcome.value)
  const { title, message: words, fields } = outcome
  return Response.json({ title, message: words || (fields.message ?? '') }, { status: 422 })
}

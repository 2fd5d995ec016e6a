import { href, redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { isId } from '~/shared/asked'
import { bookAddress } from '../../book/book-address'
import { keepCompany } from '../keep-company.server'
import type { Route } from './+types/favourites'

/** There is no page of its own: saved companies are shown on the booking page. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'member')
  return redirect(href('/dashboard/customer/book'))
}

/** Redirects back to the page that the form was posted from: a company's profile, or the booking page. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  const kept = orAnswer(await keepCompany(context.get(houseContext), signedIn, values))
  const back = isId(values.service)
    ? bookAddress({ service: values.service })
    : href('/company/:id', { id: values.company ?? '' })
  if (!kept.ok) {
    const { title, message } = kept
    return redirectWithNotice(`${back}#top`, { tone: 'destructive', title, message })
  }
  return redirectWithNotice(`${back}#top`, {
    tone: 'normal',
    ...(values.keep === 'yes'
      ? { title: 'Företaget är sparat', message: 'Du hittar det där du bokar och på din översikt.' }
      : { title: 'Företaget är inte längre sparat' }),
  })
}

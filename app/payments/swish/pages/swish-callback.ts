import { houseContext } from '~/platform/http/contexts.server'
import { isId } from '~/shared/asked'
import { hearOfSwish } from '../pay-by-swish.server'
import type { Route } from './+types/swish-callback'

/** The callback that Swish calls. Its body is not trusted or read: the request's id is in the address. */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return new Response('not heard', { status: 400 })
  }
  if (isId(params.id)) await hearOfSwish(context.get(houseContext), params.id)
  return new Response('ok')
}

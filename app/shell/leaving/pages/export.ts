import { href, redirect } from 'react-router'
import { requireSignedIn } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { dayOf } from '~/shared/time'
import { exportAccount } from '../export-account.server'
import type { Route } from './+types/export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const house = context.get(houseContext)
  const account = await exportAccount(house, requireSignedIn(context, request))
  if (!account) throw redirect(href('/dashboard/account/data'))
  const day = dayOf(house.clock.now())
  return new Response(JSON.stringify(account, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="mina-uppgifter-${day}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}

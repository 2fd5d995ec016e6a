import { orNoFile } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { drawStatement } from '../draw-statement.server'
import { readStatement } from '../read-statement.server'
import type { Route } from './+types/earnings-pdf'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const statement = orNoFile(await readStatement(context.get(houseContext), signedIn, params.month))
  return new Response(new Uint8Array(await drawStatement(statement)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="avrakning-${statement.month}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

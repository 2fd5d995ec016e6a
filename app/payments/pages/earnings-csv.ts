import { requireRole } from '~/accounts/public.server'
import { houseContext } from '~/platform/house.server'
import { readStatement } from '../read-statement.server'
import { statementCsv } from '../statement'
import type { Route } from './+types/earnings-csv'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const statement = await readStatement(context.get(houseContext), signedIn, params.month)
  return new Response(statementCsv(statement.jobs), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="avrakning-${statement.month}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

import { orNoFile } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { readStatement } from '../read-statement.server'
import { statementCsv } from '../statement-csv.server'
import type { Route } from './+types/earnings-csv'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const statement = orNoFile(await readStatement(context.get(houseContext), signedIn, params.month))
  return csvDownload(`avrakning-${statement.month}.csv`, statementCsv(statement.jobs))
}

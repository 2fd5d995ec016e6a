import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault, placeOfFault } from '~/platform/faults/faults.server'
import { awayContext, houseContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'

type Asked = { request: Request; context: PageContext }

/** What broke while somebody waited for it: in the log and among the administrators' faults, by the number that the visitor is shown. */
export function noteFault(error: unknown, { request, context }: Asked) {
  if (isDatabaseFault(error)) context.set(awayContext, true)
  const { requestId, path } = context.get(visitorContext)
  const { log, faults } = context.get(houseContext)
  log.error({ requestId, path, error: describeFault(error) }, 'a request failed')
  if (!isDatabaseFault(error)) faults.note({ error, place: placeOfFault(request.method, path), requestId })
}

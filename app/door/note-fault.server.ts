import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault, placeOfFault, tellOfFault } from '~/platform/faults/faults.server'
import { awayContext, houseContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'

type Asked = { request: Request; context: PageContext }

/**
 * Records a fault during a request, in the log and the administrators' list, under the number that the visitor is
 * shown. A transient database fault goes only to the log.
 */
export function noteFault(error: unknown, { request, context }: Asked) {
  if (isDatabaseFault(error)) context.set(awayContext, true)
  const { requestId, path } = context.get(visitorContext)
  const { log, faults } = context.get(houseContext)
  log.error({ requestId, path, error: describeFault(error) }, 'a request failed')
  tellOfFault(faults, { error, place: placeOfFault(request.method, path), requestId })
}

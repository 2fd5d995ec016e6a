import { data, isRouteErrorResponse } from 'react-router'

/**
 * Thrown when the root loader itself fails. Other error pages read the request id from the root loader's data, which is
 * missing then.
 */
export const faultNumbered = (requestId: string) => data({ requestId }, { status: 500 })

export function numberOfFault(error: unknown): string | undefined {
  const said: unknown = isRouteErrorResponse(error) ? error.data : null
  const isNumbered = typeof said === 'object' && said !== null && 'requestId' in said
  return isNumbered && typeof said.requestId === 'string' ? said.requestId : undefined
}

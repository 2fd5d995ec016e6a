import { data, isRouteErrorResponse } from 'react-router'

/** What the root says where its own loader breaks. Other pages read the number from what that loader has given; then there is nothing. */
export const faultNumbered = (requestId: string) => data({ requestId }, { status: 500 })

export function numberOfFault(error: unknown): string | undefined {
  const said: unknown = isRouteErrorResponse(error) ? error.data : null
  const isNumbered = typeof said === 'object' && said !== null && 'requestId' in said
  return isNumbered && typeof said.requestId === 'string' ? said.requestId : undefined
}

import { isRouteErrorResponse } from 'react-router'
import { TooLate } from '~/platform/time-limit'

/**
 * Whether a page was lost because the server could not be reached, said nothing, or a proxy said so in its place. A browser has the same
 * name for it as for a fault in a page, which is why coming back is tried ever more seldom.
 */
export function isLostLine(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504
  return error instanceof TypeError || error instanceof TooLate
}

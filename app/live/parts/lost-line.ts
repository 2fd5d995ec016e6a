import { isRouteErrorResponse } from 'react-router'
import { TooLate } from '~/platform/time-limit'

/**
 * Whether an error means that the server could not be reached, did not answer in time, or a proxy said so (502 to 504).
 * Browsers throw a TypeError for it as for a bug in a page, so retries must back off.
 */
export function isLostLine(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504
  return error instanceof TypeError || error instanceof TooLate
}

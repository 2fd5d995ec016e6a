import { STATUS_CODES } from 'node:http'

/** An error response for programs: RFC 9457. `detail` says what to do about it; `more` adds machine-readable fields. */
export function problem(
  status: number,
  detail: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  return Response.json(
    { type: 'about:blank', title: STATUS_CODES[status], status, detail, ...more },
    { status, headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': 'application/problem+json' } },
  )
}

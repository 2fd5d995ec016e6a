import { STATUS_CODES } from 'node:http'

/** A refusal as programs read it: RFC 9457. `detail` says what to do about it. */
export function problem(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { type: 'about:blank', title: STATUS_CODES[status], status, detail },
    { status, headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': 'application/problem+json' } },
  )
}

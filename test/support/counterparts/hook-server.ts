import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/**
 * A company's own system that receives webhooks: what it got, and what it answers next. A status of `null` is never
 * answered.
 */
export type HookServer = {
  url: string
  heard: { headers: IncomingHttpHeaders; body: string }[]
  /** By path; the default is 204. */
  answers: Map<string, number | null>
}

export function useHookServer(): HookServer {
  const hooks: HookServer = { url: '', heard: [], answers: new Map() }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    hooks.heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const status = hooks.answers.get(request.url ?? '')
    if (status !== null) response.writeHead(status ?? 204).end()
  })
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    hooks.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return hooks
}

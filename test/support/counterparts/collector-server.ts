import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

export type Mood = 'takes' | 'silent' | 'cuts' | 'garbage' | number

/** A trace collector (OTLP) on loopback, which can be slow, faulty or silent; once closed it is down. */
export async function startCollector(port = 0) {
  const spans: CollectedSpan[] = []
  const asked: { path: string; headers: Record<string, unknown>; count: number; text: string }[] = []
  const held: ServerResponse[] = []
  const lines = new Set<Socket>()
  const state: { mood: Mood } = { mood: 'takes' }
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const given = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }
    const own = given.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans))
    asked.push({ path: request.url ?? '', headers: request.headers, count: own.length, text })
    if (state.mood === 'silent') return void held.push(response)
    if (state.mood === 'cuts') return void request.socket.destroy()
    if (state.mood === 'garbage') return void request.socket.end('no HTTP at all\r\n\r\n')
    if (typeof state.mood === 'number') return void response.writeHead(state.mood).end('no')
    spans.push(...own)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.on('connection', (line) => {
    lines.add(line)
    line.on('close', () => lines.delete(line))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    endpoint: `http://127.0.0.1:${own}`,
    spans,
    asked,
    behave(mood: Mood) {
      state.mood = mood
      if (mood !== 'silent') for (const response of held.splice(0)) response.writeHead(503).end()
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        for (const line of lines) line.destroy()
      }),
  }
}

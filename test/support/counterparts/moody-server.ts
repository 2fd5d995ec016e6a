import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How a provider on loopback behaves: well, slow, wrong, broken off, or not at all. "lost answer" does the work and
 * then cuts the connection, which is the case that makes a sender retry.
 */
export type Mood =
  | 'well'
  | 'never answers'
  | 'cuts the line'
  | 'half an answer'
  | 'lost answer'
  | 'a page of HTML'
  | { status: number; body?: string }
  | { slowBy: number }

export type MoodyServer = {
  origin: string
  mood: Mood
  /** Moods of the next requests, before `mood` applies again. */
  next: Mood[]
  /** Requests that arrived, whatever the answer. */
  met: number
  /** Stops listening until `up`; running requests are cut. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

type Answer = { status: number; body?: string; type?: string }
/** Handles one request and returns the answer. */
type Work = (request: IncomingMessage, body: Buffer) => Promise<Answer> | Answer

export async function startMoody(work: Work): Promise<MoodyServer> {
  let http = createServer((request, response) => void meet(request, response))
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const listen = (port: number) => new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = http.address() as AddressInfo

  async function shut() {
    for (const timer of waiting) clearTimeout(timer)
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  const server: MoodyServer = {
    origin: `http://127.0.0.1:${port}`,
    mood: 'well',
    next: [],
    met: 0,
    down: shut,
    async up() {
      http = createServer((request, response) => void meet(request, response))
      await listen(port)
    },
    close: shut,
  }

  async function meet(request: IncomingMessage, response: ServerResponse) {
    const mood = server.next.shift() ?? server.mood
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    server.met++
    const say = ({ status, body, type = 'application/json' }: Answer) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    }
    if (mood === 'never answers') return
    if (mood === 'cuts the line') return void request.socket.destroy()
    if (mood === 'a page of HTML') return say({ status: 200, body: '<h1>Strax tillbaka</h1>', type: 'text/html' })
    if (typeof mood === 'object' && 'status' in mood) return say(mood)
    const answer = await work(request, body)
    if (mood === 'lost answer') return void request.socket.destroy()
    if (mood === 'half an answer') {
      response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write((answer.body ?? '').slice(0, 10), () => request.socket.destroy())
      return
    }
    if (typeof mood === 'object') {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        say(answer)
      }, mood.slowBy)
      waiting.add(timer)
      return
    }
    say(answer)
  }
  return server
}

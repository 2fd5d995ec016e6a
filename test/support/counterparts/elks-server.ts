import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type ElksCall, type Phone, placedCall, ring } from './elks-phones'
import { type MoodyServer, startMoody } from './moody-server'

/**
 * 46elks on loopback: POST /sms, POST /calls and GET /me as documented, delivery reports to `whendelivered`, and
 * replies to a number's address. It can be slow, wrong, down or break off (see Mood), and can accept a message and
 * report later that it failed.
 */
export type ElksServer = MoodyServer & {
  url: string
  /** Every SMS it accepted, oldest first. */
  taken: TakenSms[]
  /** The reports that it sends about each SMS, in this order; before its own answer if `reportsFirst`. */
  reports: ('sent' | 'delivered' | 'failed')[]
  reportsFirst: boolean
  /** Every call it placed, oldest first, and how the next phones behave. By default a phone does not answer. */
  calls: ElksCall[]
  phones: Phone[]
  /** In hundredths of an öre, the provider's unit. */
  balance: number
  /** Repeats a report, or sends it late; returns the webhook's status. */
  report(sms: TakenSms, status: 'sent' | 'delivered' | 'failed'): Promise<number>
  /** Somebody replies from their phone; `webhook` is the address that the number was configured with. */
  reply(webhook: string, from: string, message: string, id?: string): Promise<number>
  /** Resolves when all reports and calls have ended. */
  settled(): Promise<void>
}

export type TakenSms = {
  id: string
  from: string
  to: string
  message: string
  whenDelivered: string | null
  /** When it was accepted, in milliseconds of real time. */
  at: number
}

export async function startElks({ username, password }: { username: string; password: string }): Promise<ElksServer> {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const underWay = new Set<Promise<unknown>>()
  const moody = await startMoody(async (request, body) => {
    if (request.headers.authorization !== expected) return { status: 401, body: 'Unauthorized' }
    if (request.method === 'GET' && request.url === '/a1/me') {
      return json({ id: 'u1', displayname: 'Test', currency: 'SEK', balance: server.balance })
    }
    if (request.method === 'POST' && request.url === '/a1/sms') return take(request, body)
    if (request.method === 'POST' && request.url === '/a1/calls') return placeCall(request, body)
    return { status: 404, body: 'Not found' }
  })
  // Assigned to the same object, so that a mood set by a test is the one that is read.
  const server: ElksServer = Object.assign(moody, {
    url: `${moody.origin}/a1`,
    taken: [] as TakenSms[],
    reports: [] as ElksServer['reports'],
    reportsFirst: false,
    calls: [] as ElksCall[],
    phones: [] as Phone[],
    balance: 10_000_000,
    report: (sms: TakenSms, status: 'sent' | 'delivered' | 'failed') =>
      post(sms.whenDelivered ?? '', {
        id: sms.id,
        status,
        ...(status === 'delivered' && { delivered: new Date().toISOString() }),
      }),
    reply: (webhook: string, from: string, message: string, id = `s${randomBytes(16).toString('hex')}`) =>
      post(webhook, {
        direction: 'incoming',
        id,
        from,
        to: '+46766860000',
        created: new Date().toISOString(),
        message,
      }),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  })

  const isForm = (request: IncomingMessage) =>
    /^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '')
  const goOn = (work: Promise<unknown>) => {
    const done = work.catch(() => {})
    underWay.add(done)
    void done.finally(() => underWay.delete(done))
    return done
  }

  async function placeCall(request: IncomingMessage, body: Buffer) {
    const call = placedCall(new URLSearchParams(body.toString()))
    if (!isForm(request) || !call.from || !/^\+\d{7,15}$/.test(call.to))
      return { status: 400, body: 'Invalid parameter' }
    server.calls.push(call)
    const rings = goOn(ring(call, server.phones.shift() ?? 'lets it ring'))
    if (server.reportsFirst) await rings
    return json({ id: call.id, state: 'ongoing', direction: 'outgoing', from: call.from, to: call.to, legs: [] })
  }

  async function take(request: IncomingMessage, body: Buffer) {
    if (!isForm(request)) return { status: 400, body: 'Not a form' }
    const form = new URLSearchParams(body.toString())
    const [from, to, message] = ['from', 'to', 'message'].map((name) => form.get(name) ?? '')
    if (!from || !message || !/^\+\d{7,15}$/.test(to ?? '')) return { status: 400, body: 'Invalid parameter' }
    const sms = {
      id: `s${randomBytes(16).toString('hex')}`,
      from,
      to: to ?? '',
      message,
      whenDelivered: form.get('whendelivered'),
      at: performance.timeOrigin + performance.now(),
    }
    server.taken.push(sms)
    if (sms.whenDelivered && server.reports.length > 0) {
      const reported = goOn(
        (async () => {
          for (const status of server.reports) await server.report(sms, status).catch(() => 0)
        })(),
      )
      if (server.reportsFirst) await reported
    }
    return json({ status: 'created', direction: 'outgoing', id: sms.id, from, to, parts: 1, cost: 5200 })
  }
  return server
}

const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })

async function post(url: string, form: Record<string, string>): Promise<number> {
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return status
}

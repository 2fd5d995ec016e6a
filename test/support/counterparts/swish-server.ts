import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { SwishAccount } from '~/platform/payments/swish-config.server'
import { makeAuthority } from './certificates'

/**
 * A Swish server by the published description (developer.getswish.se, API v2): it requires a client certificate of its
 * authority (mutual TLS), validates requests strictly, and can misbehave in every way that the product must handle.
 */

const body = z.strictObject({
  payeePaymentReference: z.string().regex(/^[A-Za-z0-9]{1,35}$/),
  callbackUrl: z.url({ protocol: /^https$/ }),
  payeeAlias: z.string().regex(/^123\d{7}$/),
  payerAlias: z
    .string()
    .regex(/^[1-9]\d{7,14}$/)
    .optional(),
  currency: z.literal('SEK'),
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  message: z.string().regex(/^[\w !?(),.åäöÅÄÖ:;-]{1,50}$/),
})

export type Told = z.infer<typeof body> & Record<string, unknown>
/** `takes, and says nothing`: it creates the payment, but the answer never arrives. */
export type Mood = 'fine' | 'silent' | 'takes, and says nothing' | 'broken' | { refuses: string }

const newUuid = /^[0-9A-F]{32}$/
const instructionOf = (id: string) => id.replaceAll('-', '').toUpperCase()

export async function startSwish() {
  const authority = makeAuthority('Swish, for tests')
  const [own, shop] = [authority.vouchFor('127.0.0.1'), authority.vouchFor('1231181189')]
  const requests = new Map<string, Told>()
  const strange: string[] = []
  let mood: Mood = 'fine'
  const looks = new Map<string, number>()

  const server = createServer({ ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true })
  server.on('request', (asked: IncomingMessage, answer: ServerResponse) => {
    const [, version, id = ''] = /^\/api\/(v[12])\/paymentrequests\/(\w+)$/.exec(asked.url ?? '') ?? []
    if (!version || !newUuid.test(id)) strange.push(`${asked.method} ${asked.url}`)
    const say = (status: number, content?: object, headers = {}) =>
      answer
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(content && JSON.stringify(content))
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      if (mood === 'silent') return
      if (mood === 'broken') return say(500)
      if (asked.method === 'GET' && version === 'v1') {
        looks.set(id, (looks.get(id) ?? 0) + 1)
        const request = requests.get(id)
        return request ? say(200, request) : say(404)
      }
      if (asked.method !== 'PUT' || version !== 'v2') return say(405)
      if (typeof mood === 'object')
        return say(422, [{ errorCode: mood.refuses, errorMessage: 'No', additionalInformation: null }])
      const read = body.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
      if (!read.success) {
        strange.push(read.error.message)
        return say(400, [{ errorCode: 'FF08', errorMessage: 'Invalid' }])
      }
      if (requests.has(id)) return say(422, [{ errorCode: 'RP09', errorMessage: 'InstructionUUID not available' }])
      requests.set(id, {
        ...read.data,
        id,
        status: 'CREATED',
        amount: read.data.amount,
        datePaid: null,
        errorCode: null,
      })
      if (mood === 'takes, and says nothing') return
      const token = read.data.payerAlias ? {} : { PaymentRequestToken: `t0ken${id.slice(0, 8)}` }
      return say(201, undefined, { Location: asked.url, ...token })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `https://127.0.0.1:${port}`
  const account: SwishAccount = { ...shop, url, passphrase: undefined, ca: authority.cert }

  return {
    account,
    authority,
    requests,
    /** Requests that the description does not allow. */
    strange,
    /** How often a payment's status was asked for. */
    looks: (id: string) => looks.get(instructionOf(id)) ?? 0,
    feel(next: Mood) {
      mood = next
    },
    /** Sets what Swish answers about a payment from now on, whether by the payer, the bank or an attacker. */
    becomes(id: string, facts: Record<string, unknown>) {
      const instruction = instructionOf(id)
      const request = requests.get(instruction)
      if (!request) throw new Error('Swish was never asked for that')
      requests.set(instruction, { ...request, ...facts })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type SwishServer = Awaited<ReturnType<typeof startSwish>>

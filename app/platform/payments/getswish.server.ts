import { Agent, request } from 'node:https'
import { z } from 'zod'
import { idOfHex } from '~/shared/asked'
import { type Ore, parseKronor } from '~/shared/money'
import { ask, isAnswer, type Way } from '../http/outward.server'
import { outOfReach } from '../out-of-reach.server'
import type { SwishAccount } from './swish-config.server'
import type { SwishCounter, SwishFacts } from './swish-counter.server'

/** Swish's own API (Swish Commerce, v2), over mutual TLS. */

/** The timeout. The payer is waiting at the page. */
const patienceMs = 10_000

const states = new Map<string, SwishFacts['state']>([
  ['CREATED', 'waiting'],
  ['PAID', 'paid'],
  ['DECLINED', 'declined'],
  ['CANCELLED', 'cancelled'],
  ['ERROR', 'failed'],
])

const told = z.object({
  id: z.string().max(40),
  status: z.string().max(40),
  errorCode: z.string().max(50).nullish(),
  amount: z.union([z.number(), z.string().max(20)]),
  currency: z.string().max(10),
  payeeAlias: z.string().max(20),
  payerAlias: z.string().max(20).nullish(),
  payeePaymentReference: z.string().max(40).nullish(),
  datePaid: z.string().max(40).nullish(),
})
const refusals = z.array(z.object({ errorCode: z.string().max(50) })).min(1)

export function openGetswish(
  { url, cert, key, passphrase, ca }: SwishAccount,
  origin: string,
  patience = patienceMs,
): SwishCounter {
  const agent = new Agent({ cert, key, passphrase, ca: ca ?? undefined, minVersion: 'TLSv1.2', keepAlive: false })
  outOfReach('agent', agent)
  const client = { request, agent }
  const way: Way = { 'https:': client, 'http:': client }
  return {
    name: 'getswish',
    answerInPhonesPlace: null,

    async ask({ id, amount, payee, payer, reference }) {
      const body = JSON.stringify({
        payeePaymentReference: reference,
        callbackUrl: `${origin}/webhooks/swish/${id}`,
        payeeAlias: payee,
        ...(payer && { payerAlias: payer }),
        currency: 'SEK',
        amount: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
        message: reference,
      })
      const headers = { 'content-type': 'application/json' }
      const asked = await ask(
        `${url}/api/v2/paymentrequests/${instruction(id)}`,
        { method: 'PUT', headers, body },
        patience,
        way,
      )
      if (!isAnswer(asked)) return asked
      if (asked.status === 201) {
        const token = asked.headers.paymentrequesttoken
        return { kind: 'asked', token: typeof token === 'string' && token.length <= 200 ? token : null }
      }
      // A server error: the payment request may or may not have been created.
      if (asked.status >= 500) return { kind: 'unanswered', reason: `HTTP ${asked.status}` }
      const [refusal] = refusals.safeParse(parsed(asked.text)).data ?? []
      return { kind: 'permanent', reason: refusal?.errorCode ?? `HTTP ${asked.status}` }
    },

    async look(id) {
      const asked = await ask(`${url}/api/v1/paymentrequests/${instruction(id)}`, { method: 'GET' }, patience, way)
      if (!isAnswer(asked)) return { kind: 'temporary', reason: asked.reason }
      if (asked.status === 404) return { kind: 'done', value: null }
      const facts = asked.status === 200 ? factsFrom(parsed(asked.text)) : null
      return facts ? { kind: 'done', value: facts } : { kind: 'temporary', reason: `HTTP ${asked.status}` }
    },
  }
}

/** Swish's format of a UUID: upper case, no dashes. */
const instruction = (id: string) => id.replaceAll('-', '').toUpperCase()

function factsFrom(answer: unknown): SwishFacts | null {
  const { data } = told.safeParse(answer)
  const state = data && states.get(data.status)
  if (!data || !state) return null
  const paidAt = data.datePaid ? new Date(data.datePaid) : null
  return {
    id: idOfHex(data.id),
    state,
    code: data.errorCode ?? null,
    amount: oreFrom(data.amount),
    currency: data.currency,
    payee: data.payeeAlias,
    payer: data.payerAlias ?? null,
    reference: data.payeePaymentReference ?? '',
    paidAt: paidAt && !Number.isNaN(paidAt.getTime()) ? paidAt : null,
  }
}

/** Swish sends an amount as a number or as text: 39, 39.0, "39.00". */
const oreFrom = (amount: number | string): Ore | null => parseKronor(String(amount))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

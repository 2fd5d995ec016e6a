import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeAuthority } from '../../../test/support/counterparts/certificates'
import { openGetswish } from './getswish.server'

/* What is made of each of Swish's answers. What becomes of a payment is tested in app/payments/swish. */

type Said = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }
const id = 'a5b0a4e3-5d0e-4d5e-9d7c-0f2a6c1b7e11'
const hex = 'A5B0A4E35D0E4D5E9D7C0F2A6C1B7E11'
const request = { id, amount: 39_05, payee: '1231181189', payer: null, reference: 'KV1000017' }
const authority = makeAuthority('Swish, for a test')
let server: Server
let account: Parameters<typeof openGetswish>[0]
let says: Said
let heard: { asked: string; body: string }[] = []

beforeAll(async () => {
  const [own, shop] = [authority.vouchFor('127.0.0.1'), authority.vouchFor('1231181189')]
  server = createServer(
    { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (asked, answer) => {
      const chunks: Buffer[] = []
      asked.on('data', (chunk: Buffer) => chunks.push(chunk))
      asked.on('end', () => {
        heard.push({ asked: `${asked.method} ${asked.url}`, body: Buffer.concat(chunks).toString() })
        answer.writeHead(says.status, says.headers).end(says.text ?? (says.body && JSON.stringify(says.body)))
      })
    },
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  account = { url: `https://127.0.0.1:${port}`, ...shop, passphrase: undefined, ca: authority.cert }
})
beforeEach(() => {
  heard = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const counter = () => openGetswish(account, 'https://kvartera.example')
const askFor = (said: Said, given: Partial<Parameters<ReturnType<typeof counter>['ask']>[0]> = {}) => {
  says = said
  return counter().ask({ ...request, ...given })
}
const lookAt = (said: Said) => {
  says = said
  return counter().look(id)
}

test.each([
  [39_05, '39.05'],
  [1_243_00, '1243.00'],
  [5, '0.05'],
])('asks for %i öre as %s kronor, and names the payer only if there is one', async (amount, written) => {
  await askFor({ status: 201 }, { amount })
  await askFor({ status: 201 }, { amount, payer: '46701740605' })
  const body = {
    ...{ payeePaymentReference: 'KV1000017', callbackUrl: `https://kvartera.example/webhooks/swish/${id}` },
    ...{ payeeAlias: '1231181189', currency: 'SEK', amount: written, message: 'KV1000017' },
  }
  expect(heard.map(({ asked }) => asked)).toEqual(Array(2).fill(`PUT /api/v2/paymentrequests/${hex}`))
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual([body, { ...body, payerAlias: '46701740605' }])
})

const refusal = (errorCode: string) => [{ errorCode, errorMessage: 'Nej' }]

test.each<[string, Said, object]>([
  ['taken, without a token', { status: 201 }, { kind: 'asked', token: null }],
  [
    'taken, with a token of 200 characters',
    { status: 201, headers: { paymentrequesttoken: 't'.repeat(200) } },
    { kind: 'asked', token: 't'.repeat(200) },
  ],
  [
    'taken, with a token of 201 characters',
    { status: 201, headers: { paymentrequesttoken: 't'.repeat(201) } },
    { kind: 'asked', token: null },
  ],
  ['200 instead of 201', { status: 200 }, { kind: 'permanent', reason: 'HTTP 200' }],
  ['a refusal with its code', { status: 422, body: refusal('ACMT03') }, { kind: 'permanent', reason: 'ACMT03' }],
  [
    'a refusal with a code of 50 characters',
    { status: 422, body: refusal('X'.repeat(50)) },
    { kind: 'permanent', reason: 'X'.repeat(50) },
  ],
  [
    'a refusal with a code of 51 characters',
    { status: 422, body: refusal('X'.repeat(51)) },
    { kind: 'permanent', reason: 'HTTP 422' },
  ],
  ['a refusal without a code', { status: 400, body: [] }, { kind: 'permanent', reason: 'HTTP 400' }],
  ['a refusal in HTML', { status: 499, text: '<p>Nej' }, { kind: 'permanent', reason: 'HTTP 499' }],
  ['a server error', { status: 500, body: refusal('FF10') }, { kind: 'unanswered', reason: 'HTTP 500' }],
  ['a bad gateway', { status: 502 }, { kind: 'unanswered', reason: 'HTTP 502' }],
])('classifies the answer to a request: %s', async (_, said, expected) => {
  expect(await askFor(said)).toEqual(expected)
})

const paid = {
  ...{ id: hex, status: 'PAID', errorCode: null, amount: 39.05, currency: 'SEK', payeeAlias: '1231181189' },
  ...{ payerAlias: '46701740605', payeePaymentReference: 'KV1000017', datePaid: '2026-11-28T10:00:00.000Z' },
}
const facts = {
  ...{ id, state: 'paid', code: null, amount: 39_05, currency: 'SEK', payee: '1231181189', payer: '46701740605' },
  ...{ reference: 'KV1000017', paidAt: new Date('2026-11-28T10:00:00Z') },
}

test('looks a payment up by its id, with every fact in its place', async () => {
  expect(await lookAt({ status: 200, body: paid })).toEqual({ kind: 'done', value: facts })
  expect(heard.map(({ asked }) => asked)).toEqual([`GET /api/v1/paymentrequests/${hex}`])
})

test.each<[string, object, object]>([
  ['is waiting', { status: 'CREATED', datePaid: null }, { state: 'waiting', paidAt: null }],
  ['was declined', { status: 'DECLINED' }, { state: 'declined' }],
  ['was cancelled', { status: 'CANCELLED' }, { state: 'cancelled' }],
  ['failed', { status: 'ERROR', errorCode: 'TM01' }, { state: 'failed', code: 'TM01' }],
  ['has no payer and no reference', { payerAlias: null, payeePaymentReference: null }, { payer: null, reference: '' }],
  ['leaves out what may be missing', { errorCode: undefined, datePaid: undefined }, { code: null, paidAt: null }],
  ['was paid at a time that is none', { datePaid: 'nyss' }, { paidAt: null }],
  ['states its amount as text', { amount: '39.05' }, { amount: 39_05 }],
  ['has an amount that is not in whole öre', { amount: 39.055 }, { amount: null }],
])('reads a payment that %s', async (_, given, expected) => {
  expect(await lookAt({ status: 200, body: { ...paid, ...given } })).toEqual({
    kind: 'done',
    value: { ...facts, ...expected },
  })
})

test('finds no payment that Swish does not know', async () => {
  expect(await lookAt({ status: 404 })).toEqual({ kind: 'done', value: null })
})

test.each<[string, Said]>([
  ['another success', { status: 201, body: paid }],
  ['a server error', { status: 500, body: paid }],
  ['a refused login', { status: 401 }],
  ['HTML', { status: 200, text: '<p>Hej' }],
  ['a state that does not exist', { status: 200, body: { ...paid, status: 'REFUNDED' } }],
  ['no payee', { status: 200, body: { ...paid, payeeAlias: undefined } }],
])('looks again after %s', async (_, said) => {
  expect(await lookAt(said)).toEqual({ kind: 'temporary', reason: `HTTP ${said.status}` })
})

test.each([
  ['id', 40],
  ['amount', 20],
  ['datePaid', 40],
  ['currency', 10],
  ['errorCode', 50],
  ['payeeAlias', 20],
  ['payerAlias', 20],
  ['payeePaymentReference', 40],
] as const)('accepts a %s of at most %i characters', async (field, most) => {
  const withLength = (length: number) => lookAt({ status: 200, body: { ...paid, [field]: 'x'.repeat(length) } })
  expect(await withLength(most)).toMatchObject({ kind: 'done' })
  expect(await withLength(most + 1)).toMatchObject({ kind: 'temporary' })
})

test('waits ten seconds for an answer, since the payer waits at the page', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  await askFor({ status: 201 })
  await lookAt({ status: 404 })
  expect(limit.mock.calls).toEqual([[10_000], [10_000]])
  limit.mockRestore()
})

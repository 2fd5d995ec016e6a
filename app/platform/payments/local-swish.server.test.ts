import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inFolder, openLocalSwish } from './local-swish.server'

const folder = mkdtempSync(join(tmpdir(), 'kvartera-local-swish-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a request of one process is answered and read by another; the first answer counts', async () => {
  const paidAt = new Date('2026-11-24T02:00:00Z')
  const [one, other] = [1, 2].map(() => openLocalSwish(() => paidAt, inFolder(join(folder, 'swish'))))
  const request = { id: 'a5b0a4e3-5d0e-4d5e-9d7c-0f2a6c1b7e11', amount: 3900, payee: '1', reference: 'r', payer: null }
  // Without a payer's number Swish returns a token to open the app by; with one it notifies that phone itself.
  expect(await one?.ask({ ...request, amount: 3900 as never, payer: '46701740605' as never })).toEqual({
    kind: 'asked',
    token: null,
  })
  expect(await one?.ask({ ...request, amount: 3900 as never })).toEqual({
    kind: 'asked',
    token: request.id.replaceAll('-', ''),
  })
  expect(await other?.look(request.id)).toMatchObject({ value: { state: 'waiting', paidAt: null } })
  other?.answerInPhonesPlace?.(request.id, 'yes')
  other?.answerInPhonesPlace?.(request.id, 'no')
  expect(await one?.look(request.id)).toMatchObject({ value: { state: 'paid', paidAt, amount: 3900 } })
  expect(await one?.look('another')).toEqual({ kind: 'done', value: null })
})

test('a declined request is not paid, and its file is readable by its owner only', async () => {
  const kept = join(folder, 'owned', 'swish')
  const counter = openLocalSwish(() => new Date('2026-11-24T02:00:00Z'), inFolder(kept))
  const request = { id: 'a5b0a4e3-5d0e-4d5e-9d7c-0f2a6c1b7e12', payee: '1', reference: 'r', payer: null }
  await counter.ask({ ...request, amount: 3900 as never })
  counter.answerInPhonesPlace?.(request.id, 'no')
  counter.answerInPhonesPlace?.('another', 'yes')
  expect(await counter.look(request.id)).toMatchObject({ value: { state: 'declined', paidAt: null } })
  expect(await counter.look('another')).toEqual({ kind: 'done', value: null })
  expect(readdirSync(kept)).toEqual([`${request.id}.json`])
  const rightsOf = (...path: string[]) => statSync(join(kept, ...path)).mode & 0o777
  expect([rightsOf(), rightsOf(`${request.id}.json`)]).toEqual([0o700, 0o600])
})

test('keeps the thousand newest requests in memory; answering one does not make it newer', async () => {
  const counter = openLocalSwish()
  const request = { amount: 3900 as never, payee: '1', reference: 'r', payer: null }
  const stateOf = async (id: string) => {
    const looked = await counter.look(id)
    return looked.kind === 'done' ? looked.value?.state : undefined
  }
  for (let n = 0; n < 1_000; n++) await counter.ask({ ...request, id: `r${n}` })
  counter.answerInPhonesPlace?.('r999', 'yes')
  expect(await Promise.all(['r0', 'r999'].map(stateOf))).toEqual(['waiting', 'paid'])
  await counter.ask({ ...request, id: 'r1000' })
  expect(await Promise.all(['r0', 'r1', 'r999', 'r1000'].map(stateOf))).toEqual([
    undefined,
    'waiting',
    'paid',
    'waiting',
  ])
})

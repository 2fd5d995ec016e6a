import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { press } from '../../../test/support/alarms'
import { addKey, keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { useHouse } from '../../../test/support/house'
import { readKey } from '../keys/key-secret.server'
import { findKey } from '../keys/key-store.server'
import { doDeed } from './do-deed.server'

/** Answers to API requests and their idempotent replay. Access is tested in test/attacks/systems. */

const house = useHouse()

/** A company with an alarm, and its systems, each with its own API key. */
async function openSystems() {
  const { companyId, owner, postcode, member } = await openOwnedPartner(house)
  const { alarmId } = await press(house, member)
  async function open() {
    const mark = readKey(await addKey(house, owner, keyValues([postcode])))?.mark ?? ''
    const key = await findKey(house.db, mark, house.clock.now())
    if (!key) throw new Error('no key')
    const actor = { kind: 'partner', companyId, guardId: null, via: 'api', key: { name: key.name, mark } } as const
    return (deed: 'accept' | 'on-the-way' | 'close', name: string, body: object = {}) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': name }
      const request = new Request('http://kvartera.test', { method: 'POST', headers, body: JSON.stringify(body) })
      return doDeed({ house, key, actor }, deed, alarmId, request)
    }
  }
  return { open, alarmId }
}

const readable = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get('content-type'),
  kept: answer.headers.get('cache-control'),
  again: answer.headers.get('idempotent-replayed'),
  said: await answer.json(),
})

test('replays the stored answer or refusal for a repeated idempotency key, marked as replayed', async () => {
  const { open, alarmId } = await openSystems()
  const ask = await open()
  const refused = await readable(await ask('on-the-way', 'nej'))
  expect(refused).toMatchObject({ status: 409, type: 'application/problem+json', kept: 'no-store', again: null })
  const done = await readable(await ask('accept', 'ja'))
  expect(done).toMatchObject({ status: 200, type: 'application/json', kept: 'no-store', again: null })
  expect(done.said).toMatchObject({ id: alarmId })
  // By now the request would succeed, but the replay returns the stored refusal.
  expect(await readable(await ask('on-the-way', 'nej'))).toEqual({ ...refused, again: 'true' })
  expect(await readable(await ask('accept', 'ja'))).toEqual({ ...done, again: 'true' })
})

test('keeps idempotency keys apart for each API key', async () => {
  const { open } = await openSystems()
  const [one, two] = [await open(), await open()]
  const taken = await readable(await one('accept', 'delat'))
  const gone = await readable(await two('on-the-way', 'delat'))
  expect([taken.status, gone.status]).toEqual([200, 200])
  expect(await readable(await one('accept', 'delat'))).toEqual({ ...taken, again: 'true' })
  expect(await readable(await two('on-the-way', 'delat'))).toEqual({ ...gone, again: 'true' })
})

test('answers 422 with the JSON pointer of a note that is too long', async () => {
  const { open } = await openSystems()
  const ask = await open()
  const close = (length: number) => ask('close', randomUUID(), { outcome: 'resolved', note: 'å'.repeat(length) })
  expect(await readable(await close(4_001))).toMatchObject({
    status: 422,
    said: { detail: 'Något i det ni skickade är fel.', errors: [{ pointer: '#/note' }] },
  })
  expect(await readable(await close(4_000))).toMatchObject({ status: 409 })
})

import { beforeEach, expect, test } from 'vitest'
import type { Delivery } from '~/platform/mail/mail.server'
import { newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import type { Incident } from '../watch/incident'
import { openIncidents } from '../watch/incident-store.server'
import { tellOperators } from './tell-operators.server'

/**
 * How operators are told without the engine: each one by each of their channels, and whether a provider accepted it.
 */

const house = useHouse()
type Word = { way: 'mail' | 'sms'; id: string; recipient: string; text: string; subject?: string; attempt?: number }
let said: Word[] = []
let logged: string[] = []
let answerTo: (word: Word) => Promise<Delivery> = async () => ({ kind: 'delivered' })
let first: string
let second: string
const phone = newPhone()
const go = (seconds: number) => house.clock.forward({ minutes: seconds / 60 })

const send = (word: Word) => {
  said.push(word)
  return answerTo(word)
}
const ports = () => ({
  ...house,
  log: { ...house.log, error: (_: object, words: string) => void logged.push(words) } as typeof house.log,
  mail: {
    ...house.mail,
    send: (mail: { recipient: string; subject: string; text: string }, id: string) =>
      send({ way: 'mail', id, ...mail }),
  },
  sms: {
    ...house.sms,
    send: (sms: { recipient: string; text: string }, id: string, attempt: number) =>
      send({ way: 'sms', id, attempt, ...sms }),
  },
})
const found = (kind: Incident['kind'], subject: string) =>
  openIncidents(house.db, [{ alarmId: null, kind, subject }], house.clock.now())
const words = () => house.db.selectFrom('auditor_words').select(['id', 'channel', 'said_at', 'taken_at']).execute()

beforeEach(async () => {
  for (const table of ['alarm_incidents', 'auditor_words', 'operator_duties'] as const) {
    await house.db.deleteFrom(table).execute()
  }
  await house.db
    .updateTable('profiles')
    .set({ user_role: 'member', member_status: 'trial', phone: null, phone_verified_at: null })
    .execute()
  said = []
  logged = []
  answerTo = async () => ({ kind: 'delivered' })
  go(0)
  const admins = [await joinAsAdmin(house), await joinAsAdmin(house)]
  ;[first, second] = admins.map(({ email }) => email) as [string, string]
  for (const set of [{ phone }, { phone_verified_at: house.clock.now() }]) {
    await house.db.updateTable('profiles').set(set).where('email', '=', first).execute()
  }
})

test('nothing is sent without an incident, and nothing is stored when there is no operator', async () => {
  await tellOperators(ports())
  await found('late step', 'a')
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  await tellOperators(ports())
  expect([said, await words()]).toEqual([[], []])
})

test('each operator is told by each of their channels what is wrong and where, and the repeat comes after a minute', async () => {
  await found('late step', 'a')
  await found('late step', 'b')
  await found('nobody comes', 'c')
  await tellOperators(ports())
  expect(said.map(({ way, recipient }) => [way, recipient]).toSorted()).toEqual(
    [
      ['mail', first],
      ['mail', second],
      ['sms', phone],
    ].toSorted(),
  )
  const lines = 'Ett steg är försenat (2)'
  const sms = said.find(({ way }) => way === 'sms')
  expect(sms?.text).toBe(
    `Larmkedjan behöver dig: ${lines} Ingen har tagit larmet på en timme (1) http://kvartera.test/dashboard/admin/alarms`,
  )
  expect(sms?.attempt).toBe(1)
  expect(said.find(({ way }) => way === 'mail')).toMatchObject({
    subject: `Larmkedjan: ${lines}`,
    text: expect.stringContaining('Ingen har tagit larmet på en timme (1)'),
  })
  const now = house.clock.now()
  const kept = await words()
  expect(kept.map(({ id }) => id).toSorted()).toEqual(said.map(({ id }) => id).toSorted())
  for (const { said_at, taken_at } of kept) expect([said_at, taken_at]).toEqual([now, now])
  expect(logged).toEqual([])
  // Repeated after a minute, not before.
  go(59.999)
  await tellOperators(ports())
  expect(said).toHaveLength(3)
  go(0.001)
  await tellOperators(ports())
  expect(said).toHaveLength(6)
})

test.each<[string, () => Promise<Delivery>]>([
  ['reports a temporary failure', async () => ({ kind: 'temporary', reason: 'SMTP 450' })],
  ['throws an error', () => Promise.reject(new Error('boom'))],
])('a channel that %s counts as not told, and does not stop the others', async (_, refuse) => {
  await found('late step', 'a')
  answerTo = async (word) => (word.way === 'sms' ? refuse() : { kind: 'delivered' })
  await tellOperators(ports())
  const taken = async () => (await words()).map(({ channel, taken_at }) => [channel, taken_at !== null]).toSorted()
  expect(await taken()).toEqual([
    ['mail', true],
    ['mail', true],
    ['sms', false],
  ])
  expect(logged).toEqual([])
  // If at least one operator was told, the repeat comes after a minute; if none was, the retry comes within seconds.
  go(11)
  await tellOperators(ports())
  expect(said).toHaveLength(3)
  answerTo = refuse
  go(60)
  await tellOperators(ports())
  expect(logged).toEqual(['no operator could be told; it is tried again'])
  go(10)
  await tellOperators(ports())
  expect(said).toHaveLength(9)
})

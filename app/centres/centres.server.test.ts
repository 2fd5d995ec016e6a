import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurnedAway } from '~/door/turned-away'
import { openReach } from '~/platform/dc09/receiver-address.server'
import { openDc09 } from '~/platform/dc09/tcp-centre.server'
import type { House } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import { type CentreReceiver, startCentre } from '../../test/support/counterparts/centre-receiver'
import { letBeCalled } from '../../test/support/guards'
import { testSecret, useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany } from '../../test/support/people'
import { isSilent } from './centre'
import { readCentre, readSilentCentres } from './centre-store.server'
import { forgetCentresOf } from './forget-centres.server'
import { readCentreForAdmin, readOwnCentre } from './read-centre.server'
import { removeCentre, saveCentre } from './save-centre.server'
import { sealKeysAnew } from './seal-keys-anew.server'
import { type AskedSignal, sendSignal } from './send-signal.server'
import { sendTest } from './send-test.server'
import { forgetOldSignals, pollCentres, tellOfSilentCentres } from './watch-centres.server'

const house = useHouse()
const secretKey = '000102030405060708090A0B0C0D0E0F'
let receiver: CentreReceiver
/** A house that sends to the test receiver, with shorter time-outs than in production. */
let open: House
beforeEach(async () => {
  await house.db.deleteFrom('alarm_centres').execute()
  receiver = await startCentre({ key: Buffer.from(secretKey, 'hex') })
  open = { ...house, centre: openDc09(['127.0.0.1'], { patienceMs: 500, quietMs: 30 }) }
})
afterEach(() => receiver.close())

async function meet(given: Record<string, string> = {}) {
  const { signedIn, email } = await joinAsCompany(house)
  const { id } = await house.db
    .selectFrom('companies')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await letBeCalled(house, id)
  const values = {
    ...{ name: 'Larm AB', host: '127.0.0.1', port: String(receiver.port), account: '12AB', receiver: '1', line: '0' },
    ...{ format: 'SIA-DCS', pollS: '90', secretKey, ...given },
  }
  valueFrom(await saveCentre(open, signedIn, values))
  await house.deliver()
  return { signedIn, id, values, email }
}

const signal = (companyId: string, given: Partial<AskedSignal> = {}): AskedSignal => ({
  ...{ id: randomUUID(), companyId, subject: randomUUID(), kind: 'panic', happenedAt: new Date(), site: '12540' },
  ...{ where: async () => ({ latitude: 59.2786, longitude: 18.0105 }), link: 'https://kvartera.test/larm/x', ...given },
})

test('a centre’s key is stored sealed, never shown, and kept when left empty; each change is mailed', async () => {
  const { signedIn, id, values } = await meet()
  const sealed = () =>
    house.db.selectFrom('alarm_centres').select('sealed_key').where('company_id', '=', id).executeTakeFirstOrThrow()
  const first = await sealed()
  expect(first.sealed_key).not.toContain(secretKey)
  expect(JSON.stringify(await readOwnCentre(open, signedIn))).not.toMatch(new RegExp(`${secretKey}|sealed`, 'i'))
  house.woken.length = 0
  valueFrom(await saveCentre(open, signedIn, { ...values, secretKey: '' }))
  expect(house.woken).toEqual(['messages'])
  expect(await sealed()).toEqual(first)
  valueFrom(await saveCentre(open, signedIn, { ...values, secretKey: '', inClear: 'on' }))
  expect(await sealed()).toEqual({ sealed_key: null })
  const letters = (await house.deliver()).filter(({ subject }) => subject === 'Er larmcentral är ändrad')
  expect(letters.length).toBeGreaterThan(1)
  house.woken.length = 0
  valueFrom(await removeCentre(open, signedIn))
  expect(house.woken).toEqual(['messages'])
  expect(await readCentre(house.db, id)).toBeUndefined()
  expect((await house.deliver())[0]?.text).toContain('Larm skickas inte längre till någon larmcentral.')
  valueFrom(await removeCentre(open, signedIn))
  expect(await house.deliver()).toEqual([])
})

test('deleting an account deletes its centre with the key, and no other', async () => {
  const [{ signedIn, id }, other] = [await meet(), await meet()]
  await forgetCentresOf(house.db, signedIn.person.id)
  expect(await readCentre(house.db, id)).toBeUndefined()
  expect(await readCentre(house.db, other.id)).toMatchObject({ name: 'Larm AB' })
})

test('refuses internal addresses (SSRF), and companies that take no alarms', async () => {
  const { signedIn, values } = await meet()
  const strict: House = { ...house, centre: openDc09([], { reach: openReach([]) }) }
  for (const host of ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '192.168.1.1']) {
    const { fields } = refusalFrom(await saveCentre(strict, signedIn, { ...values, host }))
    expect(Object.keys(fields)).toEqual(['host'])
  }
  const other = await joinAsCompany(house)
  await expect(saveCentre(open, other.signedIn, values)).rejects.toThrow(TurnedAway)
  await expect(sendTest(open, other.signedIn)).rejects.toThrow(TurnedAway)
  expect(await readOwnCentre(open, other.signedIn)).toBeNull()
})

test('a test signal reports the centre’s answer, and an administrator sees all signals', async () => {
  const { signedIn, id } = await meet()
  valueFrom(await sendTest(open, signedIn))
  expect(receiver.heard).toMatchObject([{ data: 'Nri0/RP000', number: '0001', isSealed: true }])
  receiver.mood = 'duh'
  expect(refusalFrom(await sendTest(open, signedIn)).message).toContain('DUH')
  receiver.mood = 'silent'
  expect(refusalFrom(await sendTest(open, signedIn)).message).toBe('Larmcentralen svarade inte i tid.')
  const admin = await joinAsAdmin(house)
  await expect(readCentreForAdmin(house, signedIn, id)).rejects.toThrow(TurnedAway)
  const { signals, centre } = await readCentreForAdmin(house, admin.signedIn, id)
  expect(signals.map(({ number, says }) => [number, says])).toEqual([
    [3, 'Larmcentralen svarade inte i tid'],
    [2, 'Larmcentralen kan inte ta emot den koden (DUH)'],
    [1, 'Kvitterat av larmcentralen'],
  ])
  expect(centre).toMatchObject({ failure: 'Larmcentralen svarade inte i tid', standing: 'answers' })
})

test('without a connection to centres a signal is stored, and not shown as arrived', async () => {
  const { signedIn, id } = await meet()
  expect(await sendSignal(house, signal(id))).toMatchObject({ kind: 'delivered', arrived: false })
  const own = await readOwnCentre(house, signedIn)
  expect(own).toMatchObject({
    leavesTheHouse: false,
    signals: [{ says: 'Sparat här, inte sänt' }],
    centre: { answeredAt: null, failure: null },
  })
  expect(await pollCentres(house)).toBe(0)
})

test('sequence numbers increase, are kept for a retry, and wrap after 9999', async () => {
  const { id } = await meet()
  const one = signal(id)
  receiver.mood = 'nak'
  expect(await sendSignal(open, one)).toMatchObject({ kind: 'temporary', reason: 'NAK' })
  receiver.mood = 'well'
  receiver.heard.length = 0
  await sendSignal(open, one)
  await house.db.updateTable('alarm_centres').set({ next_number: 9999 }).where('company_id', '=', id).execute()
  await sendSignal(open, signal(id))
  await sendSignal(open, signal(id))
  expect(receiver.heard.map(({ number }) => number)).toEqual(['0001', '9999', '0001'])
})

test('an alarm keeps its zone to the end, and another alarm has another', async () => {
  const { id } = await meet()
  const [one, other] = [randomUUID(), randomUUID()]
  await sendSignal(open, signal(id, { subject: one }))
  await sendSignal(open, signal(id, { subject: other, kind: 'duress' }))
  await sendSignal(open, signal(id, { subject: one, kind: 'over' }))
  expect(receiver.heard.map(({ data }) => data)).toEqual(['Nri0/PA001', 'Nri0/HA002', 'Nri0/PH001'])
})

test('position and link are sent only encrypted, and not read otherwise', async () => {
  const { id, signedIn, values } = await meet()
  let asked = 0
  const where = async () => {
    asked++
    return { latitude: 59.2786, longitude: 18.0105 }
  }
  await sendSignal(open, signal(id, { where }))
  valueFrom(await saveCentre(open, signedIn, { ...values, inClear: 'on' }))
  expect(await sendSignal(open, signal(id, { where }))).toMatchObject({ arrived: true })
  await sendSignal(house, signal(id, { where }))
  expect(asked).toBe(1)
  expect(receiver.heard.map(({ extensions }) => extensions.replaceAll(/H[^\]]*/g, 'H'))).toEqual([
    '[H][S12540][X018E00.630][Y59N16.716][Vhttps://kvartera.test/larm/x]',
    '[H][S12540]',
  ])
})

test('a signal to a removed centre fails permanently', async () => {
  const { id, signedIn } = await meet()
  valueFrom(await removeCentre(open, signedIn))
  expect(await sendSignal(open, signal(id))).toMatchObject({ kind: 'permanent', reason: 'no centre' })
})

test('concurrent signals use one connection at a time, in order', async () => {
  const { id } = await meet()
  receiver.mood = { slowBy: 20 }
  const sent = await Promise.all(Array.from({ length: 8 }, () => sendSignal(open, signal(id))))
  expect(sent.every((one) => one.kind === 'delivered' && one.arrived)).toBe(true)
  expect(receiver.lines.most).toBe(1)
  expect(receiver.heard.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a silent centre costs one exchange, and the signals behind it are retried with consecutive numbers', async () => {
  const { id } = await meet()
  receiver.mood = 'silent'
  const signals = Array.from({ length: 6 }, () => signal(id))
  const sent = await Promise.all(signals.map((one) => sendSignal(open, one)))
  expect(sent.map((one) => one.kind === 'temporary' && one.reason)).toEqual(Array(6).fill('no answer in time'))
  expect(receiver.heard).toHaveLength(1)
  receiver.mood = 'well'
  for (const one of signals) expect(await sendSignal(open, one)).toMatchObject({ arrived: true })
  expect(receiver.heard.map(({ number }) => Number(number))).toEqual([1, 1, 2, 3, 4, 5, 6])
})

test('waits for another process’s lease, and takes over one that expires or is impossibly long', async () => {
  const { id } = await meet()
  const held = (seconds: number) =>
    house.db
      .updateTable('alarm_centres')
      .set({ line_until: new Date(Date.now() + seconds * 1000) })
      .where('company_id', '=', id)
      .execute()
  await held(10)
  expect(await sendSignal(open, signal(id))).toMatchObject({ kind: 'temporary', reason: 'busy' })
  await held(1)
  expect(await sendSignal(open, signal(id))).toMatchObject({ arrived: true })
  // A lease written by a clock that has since been set back.
  await held(3_600)
  expect(await sendSignal(open, signal(id))).toMatchObject({ arrived: true })
})

test('fails permanently when the key cannot be decrypted, and sends nothing in clear text', async () => {
  const { id } = await meet()
  await house.db.updateTable('alarm_centres').set({ sealed_key: 'x' }).where('company_id', '=', id).execute()
  expect(await sendSignal(open, signal(id))).toMatchObject({ kind: 'permanent', reason: 'no key' })
  expect(receiver.lines.most).toBe(0)
})

test('the key is sealed again with the newest secret and still works', async () => {
  const { id } = await meet()
  const newest = 'n3W-secret-only-for-tests-8Kd2mQ'
  await sealKeysAnew({ db: house.db, keys: openKeys([newest, testSecret]) })
  expect(await sendSignal({ ...open, keys: openKeys([newest]) }, signal(id))).toMatchObject({ arrived: true })
  await sealKeysAnew({ db: house.db, keys: openKeys([testSecret, newest]) })
  expect(await sendSignal(open, signal(id))).toMatchObject({ arrived: true })
})

test('remembers the clock skew of a centre, so that the next signal needs no retry', async () => {
  const { id, signedIn } = await meet()
  receiver.mood = { aheadBy: 120 }
  await sendSignal(open, signal(id))
  await sendSignal(open, signal(id))
  expect(receiver.heard).toHaveLength(3)
  // Whole seconds, which is the protocol's resolution.
  expect([119, 120]).toContain((await readOwnCentre(open, signedIn))?.centre?.skewS)
})

test('polls a centre at its interval; one that misses it is silent until it answers, and its company is told once', async () => {
  const { id, signedIn } = await meet()
  const isSilentNow = async () => (await readSilentCentres(house.db, new Date())).includes(id)
  const poll = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    await pollCentres(open)
    return receiver.heard.filter(({ id }) => id === 'NULL').length
  }
  expect(await poll(0)).toBe(1)
  expect(await poll(1)).toBe(1)
  expect(await poll(1)).toBe(2)
  expect(receiver.heard.at(-1)).toMatchObject({ id: 'NULL', number: '0000', isSealed: true })
  receiver.mood = 'silent'
  expect(await poll(1.6)).toBe(3)
  // Not missed yet: the poll is retried first.
  expect(await isSilentNow()).toBe(false)
  expect(await poll(0.4)).toBe(4)
  expect(await isSilentNow()).toBe(true)
  expect((await readOwnCentre(open, signedIn))?.centre).toMatchObject({ standing: 'silent' })
  const told = async () => {
    await tellOfSilentCentres(house)
    return (await house.deliver()).filter(({ subject }) => subject === 'Er larmcentral svarar inte').length
  }
  house.woken.length = 0
  expect(await told()).toBeGreaterThan(0)
  expect(house.woken).toEqual(['messages'])
  expect(await told()).toBe(0)
  expect(house.woken).toEqual(['messages'])
  receiver.mood = 'well'
  await poll(0.2)
  expect(await isSilentNow()).toBe(false)
})

test('the query for silent centres agrees with isSilent', async () => {
  const { id } = await meet()
  const now = new Date()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  for (const polledAt of [null, ago(5), ago(115), ago(116)]) {
    for (const answeredAt of [null, ago(10), ago(114), ago(115), ago(116)]) {
      for (const changedAt of [ago(10), ago(116), ago(9_999)]) {
        const row = { polled_at: polledAt, answered_at: answeredAt, changed_at: changedAt }
        await house.db.updateTable('alarm_centres').set(row).where('company_id', '=', id).execute()
        const found = (await readSilentCentres(house.db, now)).includes(id)
        expect([row, found]).toEqual([row, isSilent({ pollS: 90, polledAt, answeredAt, changedAt }, now)])
      }
    }
  }
})

test('a company that is not polled while it may not be called is neither told that its centre is silent nor reported for it', async () => {
  const { id, signedIn } = await meet()
  const may = (approved: boolean) =>
    house.db
      .updateTable('companies')
      .set(
        approved ? { review_state: 'approved', hidden_reason: null } : { review_state: 'hidden', hidden_reason: 'x' },
      )
      .where('id', '=', id)
      .execute()
  const told = async () => {
    await tellOfSilentCentres(house)
    const row = house.db.selectFrom('alarm_centres').select('told_silent_at').where('company_id', '=', id)
    return (await row.executeTakeFirstOrThrow()).told_silent_at !== null
  }
  await pollCentres(open)
  await may(false)
  vi.setSystemTime(Date.now() + 3_600_000)
  await pollCentres(open)
  expect(await told()).toBe(false)
  expect((await readOwnCentre(open, signedIn))?.centre).toMatchObject({ standing: 'not polled' })
  // Called again, but not asked yet.
  await may(true)
  expect(await told()).toBe(false)
  expect(await readSilentCentres(house.db, new Date())).toEqual([])
  receiver.mood = 'silent'
  await pollCentres(open)
  expect(await told()).toBe(true)
  expect(await readSilentCentres(house.db, new Date())).toEqual([id])
})

test('a company that may not be called is not polled and not silent', async () => {
  const { id } = await meet()
  await house.db
    .updateTable('companies')
    .set({ review_state: 'hidden', hidden_reason: 'x' })
    .where('id', '=', id)
    .execute()
  await pollCentres(open)
  expect(receiver.heard).toEqual([])
  const now = new Date()
  const silent = { polled_at: now, answered_at: null, changed_at: new Date(now.getTime() - 3_600_000) }
  await house.db.updateTable('alarm_centres').set(silent).where('company_id', '=', id).execute()
  expect(await readSilentCentres(house.db, now)).toEqual([])
})

test('signals are deleted after 91 days', async () => {
  const { id } = await meet()
  await sendSignal(open, signal(id))
  const left = async () =>
    (await house.db.selectFrom('centre_signals').select('id').where('company_id', '=', id).execute()).length
  await forgetOldSignals(house)
  expect(await left()).toBe(1)
  house.clock.forward({ days: 91 })
  await forgetOldSignals(house)
  expect(await left()).toBe(0)
})

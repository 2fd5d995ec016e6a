import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { confirmEmailChange, requestEmailChange } from '~/accounts/address/change-email.server'
import { sendPhoneCode } from '~/accounts/phone/phone-proof.server'
import { sendDueAccountMail } from '~/accounts/public.server'
import { requestRecovery } from '~/accounts/recovery/recovery.server'
import { invitePerson } from '~/alarms/circle/invite-person.server'
import { carryOutWalks } from '~/alarms/walk/carry-out-walks.server'
import { startWalk } from '~/alarms/walk/start-walk.server'
import { readAudit } from '~/audit/public.server'
import { textLink } from '~/guards/link/guard-link.server'
import { readMessageForAdmin } from '~/notifications/office/read-message.server'
import { recordReport, sendDueMail, sendDueSms, sweepMessages } from '~/notifications/public.server'
import { carriesSecret, type MessageKind, messageKinds } from '~/outbox/message-kinds'
import { insertMail, insertSms } from '~/outbox/outbox-store.server'
import { readOutbox } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { savePostcode } from '~/postcodes/public.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { openNeighbourhood } from '../support/alarms'
import { employGuard, newPhone, newPostcode, openPartner } from '../support/guards'
import { useHouse } from '../support/house'
import { mailTo, tokenIn } from '../support/letters'
import { found, valueFrom } from '../support/outcome'
import { enter, joinAsAdmin, joinAsMember, PASSWORD, provePhoneOf, type Resident } from '../support/people'

/** An administrator, or somebody with a copy of the database, looks for secrets that let them in as somebody else. */

const house = useHouse()
let admin: Resident
let victim: Resident
let phones = 0
beforeEach(async () => {
  admin = await joinAsAdmin(house)
  victim = await joinAsMember(house, { phone: `+4670174${String(8000 + phones++)}` })
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
})

/** As in production: mail and SMS are sent out, or there is no provider yet. */
const production = (leavesTheHouse: boolean): House => ({
  ...house,
  config: { ...house.config, mode: 'production' },
  mail: { ...house.mail, leavesTheHouse },
  sms: { ...house.sms, leavesTheHouse },
})

/** Somebody changes their address; the old address gets a mail with an undo link. */
async function moveAddress() {
  const { signedIn, visitor } = await joinAsMember(house)
  await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', signedIn.person.id).execute()
  const email = `${randomUUID()}@exempel.se`
  valueFrom(await requestEmailChange(house, visitor, signedIn, { email, password: PASSWORD }))
  const token = tokenIn(mailTo(await house.deliver(), email))
  await house.db.deleteFrom('outbox_messages').execute()
  expect(await confirmEmailChange(house, token)).toBe(true)
}

/** A walk home has ended without an answer, so the member is asked. */
async function askWhetherHome() {
  const code = newPostcode()
  await savePostcode(house.db, { code, name: 'Provby', state: 'open', latitude: 59.27, longitude: 18 })
  const { member } = await openNeighbourhood(house, code)
  await house.db
    .updateTable('profiles')
    .set({ phone: newPhone() })
    .where('id', '=', member.signedIn.person.id)
    .execute()
  await provePhoneOf(house, member)
  valueFrom(await startWalk(house, member.signedIn, { key: randomUUID(), minutes: '15' }))
  const later = { now: () => new Date(house.clock.now().getTime() + 16 * 60_000) }
  await carryOutWalks({ ...house, clock: later })
}

/** Every message that carries a secret, requested in the usual way. */
async function askForSecrets() {
  await moveAddress()
  const { id: companyId } = await openPartner(house)
  const phone = `+4670174${String(9000 + phones++)}`
  const guardId = await employGuard(house, companyId, { phone })
  await requestRecovery(house, victim.visitor, { email: victim.email })
  valueFrom(await sendPhoneCode(house, victim.signedIn, victim.visitor))
  const change = { email: `${randomUUID()}@exempel.se`, password: PASSWORD }
  valueFrom(await requestEmailChange(house, victim.visitor, victim.signedIn, change))
  await textLink(house, { id: guardId, companyId, phone })
  const named = { name: 'Dottern', told: 'at once', contact: `+4670174${String(9000 + phones++)}` }
  valueFrom(await invitePerson(house, victim.signedIn, named))
  await askWhetherHome()
  await house.db.insertInto('account_mail_requests').values({ kind: 'verification', email: victim.email }).execute()
  // Links are created, but nothing is sent yet.
  while ((await sendDueAccountMail(house)) > 0);
}

const kindsKept = async () => (await readOutbox(house.db, null, 50)).map(({ kind }) => kind).filter(carriesSecret)
/** The table's rows as a database dump shows them. */
const dump = async () => {
  const { rows } = await sql<{ row: string }>`select outbox_messages::text as row from outbox_messages`.execute(
    house.db,
  )
  return rows.map(({ row }) => row).join('\n')
}
const looksLikeSecret = /token=|nyckel=|\b\d{6} är din kod/

test('no row of the outbox contains a secret link or code in plain text, before or after sending', async () => {
  await askForSecrets()
  // An alarm's SMS is stored here only where there is no provider, and never waits (kept-in-outbox.server.test.ts).
  const secretKinds = Object.keys(messageKinds).filter((kind) => carriesSecret(kind) && kind !== 'alarm link')
  const kept = await kindsKept()
  expect(new Set(kept), 'every kind that has a secret is tried here').toEqual(new Set(secretKinds))
  expect(await dump()).not.toMatch(looksLikeSecret)

  const left: { text: string }[] = []
  const way = {
    leavesTheHouse: true,
    async send(message: { text: string }) {
      left.push(message)
      return { kind: 'delivered' as const }
    },
  }
  const real = production(true)
  while ((await sendDueMail({ ...real, mail: { ...house.mail, ...way } })) > 0);
  while ((await sendDueSms({ ...real, sms: { ...house.sms, ...way } })) > 0);
  const secret = left.filter(({ text }) => looksLikeSecret.test(text))
  expect(secret, 'and every one arrives whole').toHaveLength(kept.length)
  expect(await dump()).not.toMatch(looksLikeSecret)
  const sealed = await house.db.selectFrom('outbox_messages').select('id').where('secret', 'is not', null).execute()
  expect(sealed).toEqual([])
})

test('a row whose message failed for good contains no secret link or code, and no sealed one either', async () => {
  await askForSecrets()
  const way = { leavesTheHouse: true, send: async () => ({ kind: 'permanent' as const, reason: 'unknown recipient' }) }
  const real = production(true)
  while ((await sendDueMail({ ...real, mail: { ...house.mail, ...way } })) > 0);
  while ((await sendDueSms({ ...real, sms: { ...house.sms, ...way } })) > 0);
  const rows = (await readOutbox(house.db, null, 50)).filter(({ kind }) => carriesSecret(kind))
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['failed']))
  expect(await dump()).not.toMatch(looksLikeSecret)
  const sealed = await house.db.selectFrom('outbox_messages').select('id').where('secret', 'is not', null).execute()
  expect(sealed).toEqual([])
})

test.each([
  ['with a real mail provider', true],
  ['with all mail kept in the outbox', false],
])('the outbox page and the account export show no secret in production, %s', async (_, leavesTheHouse) => {
  await askForSecrets()
  const real = production(leavesTheHouse)
  for (const sent of [false, true]) {
    if (sent) while ((await sendDueMail(real)) + (await sendDueSms(real)) > 0);
    for (const { id, kind } of await readOutbox(house.db, null, 50)) {
      const shown = found(await readMessageForAdmin(real, admin.signedIn, id))
      expect(JSON.stringify(shown), kind).not.toMatch(looksLikeSecret)
      if (carriesSecret(kind)) expect(shown).toMatchObject({ hidesSecret: true, mayResend: false })
    }
    const { aviseringar, mejlTillDig } = found(await exportAccount(house, victim.signedIn))
    expect(JSON.stringify([aviseringar, mejlTillDig])).not.toMatch(looksLikeSecret)
  }
})

test('the outbox page of the demo shows secrets for a day, while the table holds them sealed', async () => {
  await askForSecrets()
  await house.deliver()
  const pages = async () => {
    const rows = (await readOutbox(house.db, null, 50)).filter(({ kind }) => carriesSecret(kind))
    return Promise.all(rows.map(async ({ id }) => found(await readMessageForAdmin(house, admin.signedIn, id)).text))
  }
  for (const text of await pages()) expect(text).toMatch(looksLikeSecret)
  expect(await dump(), 'and the table does not').not.toMatch(looksLikeSecret)
  house.clock.forward({ days: 2 })
  await sweepMessages(house)
  for (const text of await pages()) expect(text).not.toMatch(looksLikeSecret)
})

test('looking at a message is recorded in the audit log', async () => {
  await insertSms(house.db, { kind: 'stop confirmed', recipient: '+46701740633', subject: 'Hej', text: 'Hej' })
  const [row] = await readOutbox(house.db, null, 1)
  found(await readMessageForAdmin(house, admin.signedIn, row?.id ?? ''))
  expect(await readAudit(house.db, { kind: 'message', id: row?.id ?? '' }, 5)).toMatchObject([
    { deed: 'look at message', actorId: admin.signedIn.person.id },
  ])
})

test('the sweep removes a secret left in a sent message, and tells the operators once', async () => {
  await askForSecrets()
  // Set directly: no code of the product leaves a secret behind.
  await house.db.updateTable('outbox_messages').set({ state: 'sent' }).where('kind', '=', 'recovery').execute()
  const real = production(true)
  await sweepMessages(real)
  const left = house.db.selectFrom('outbox_messages').select('id').where('secret', 'is not', null)
  expect(await left.where('state', '!=', 'queued').execute()).toEqual([])
  const told = async () =>
    (await readOutbox(house.db, null, 50, { recipient: admin.email, kind: 'operations secret left' })).length
  expect(await told()).toBe(1)
  await sweepMessages(real)
  expect(await told(), 'once').toBe(1)
})

test('deleting an account deletes the mail to its former address too', async () => {
  const change = { email: `${randomUUID()}@exempel.se`, password: PASSWORD }
  valueFrom(await requestEmailChange(house, victim.visitor, victim.signedIn, change))
  const token = tokenIn(mailTo(await house.deliver(), change.email))
  expect(await confirmEmailChange(house, token)).toBe(true)
  const { visitor, signedIn } = await enter(house, victim.cookies)
  valueFrom(await deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' }))
  const left = await house.db.selectFrom('outbox_messages').select(['recipient', 'kind']).execute()
  expect(left.filter(({ recipient }) => [victim.email, change.email].includes(recipient))).toEqual([])
})

test('every kind of message is deleted when its time is over, except what still waits', async () => {
  const kinds = Object.keys(messageKinds) as MessageKind[]
  const letter = { recipient: 'nagon@exempel.se', subject: 'Hej', text: 'Hej', html: '<p>Hej</p>' }
  for (const kind of kinds) if (!carriesSecret(kind)) await insertMail(house.db, kind as 'stop confirmed', letter)
  await house.deliver()
  await insertMail(house.db, 'stop confirmed', letter)
  const left = async () => (await readOutbox(house.db, null, 200)).map(({ kind, state }) => `${kind} ${state}`)
  const longest = Math.max(...Object.values(messageKinds).map(({ keptDays }) => keptDays))
  house.clock.forward({ days: longest - 1 })
  await sweepMessages(house)
  expect(await left()).toContain('payment received sent')
  expect(await left()).not.toContain('booking confirmed sent')
  house.clock.forward({ days: 2 })
  await sweepMessages(house)
  expect(await left()).toEqual(['stop confirmed queued'])
})

test('a delivery report on a message that was never sent changes nothing', async () => {
  await insertSms(house.db, { kind: 'stop confirmed', recipient: '+46701740633', subject: 'Hej', text: 'Hej' })
  const [row] = await readOutbox(house.db, null, 1)
  for (const state of ['delivered', 'failed'] as const) {
    await recordReport(house, { providerId: `forged-${state}`, reference: row?.id ?? '', attempt: 1, state })
    expect(await readOutbox(house.db, null, 1)).toMatchObject([{ state: 'queued' }])
  }
  await house.deliver()
  expect(house.texted.sent).toHaveLength(1)
  await house.db.updateTable('outbox_messages').set({ state: 'stopped', attempts: 0 }).execute()
  await recordReport(house, { providerId: 'forged', reference: row?.id ?? '', attempt: 1, state: 'delivered' })
  expect(await readOutbox(house.db, null, 1)).toMatchObject([{ state: 'stopped' }])
})

test('deleting an account removes the person’s name, number and notes from the alarms of others', async () => {
  const now = house.clock.now()
  const alarm = { key: randomUUID(), postcode: '12540', message: 'Hjälp', called_at: now, created_at: now }
  const { id: alarmId } = await house.db
    .insertInto('safety_alarms')
    .values({ ...alarm, reported_by: admin.signedIn.person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = victim.signedIn.person
  const called = {
    role: 'member',
    name: 'Eva Lind',
    phone: '+46701740699',
    email: victim.email,
    profile_id: id,
  } as const
  const recipientId = randomUUID()
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...called, id: recipientId, alarm_id: alarmId, link_hash: randomUUID(), created_at: now })
    .execute()
  const sent = {
    channel: 'sms',
    kind: 'safe',
    round: 1,
    state: 'sent',
    words: 'Till Eva Lind',
    is_test: false,
  } as const
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...sent, alarm_id: alarmId, recipient_id: recipientId, due_at: now, created_at: now })
    .execute()
  const note = {
    key: randomUUID(),
    kind: 'note',
    author_kind: 'member',
    author_id: id,
    message: 'Jag, Eva, ser dem',
  } as const
  await house.db
    .insertInto('alarm_updates')
    .values({ ...note, alarm_id: alarmId, created_at: now })
    .execute()
  const leaver = { password: PASSWORD, understood: 'on' }
  valueFrom(await deleteAccount(house, victim.visitor, victim.signedIn, leaver))
  for (const table of ['alarm_recipients', 'alarm_deliveries', 'alarm_updates'] as const) {
    const rows = await house.db.selectFrom(table).selectAll().where('alarm_id', '=', alarmId).execute()
    expect(rows, table).toHaveLength(1)
    expect(JSON.stringify(rows), table).not.toMatch(/Eva|46701740699|exempel/)
  }
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { exportAlarms } from '~/alarms/operator/export-alarms.server'
import { readOverSearch } from '~/alarms/operator/over-search'
import { type AuditDeed, auditOrders, auditSearchFrom } from '~/audit/public'
import { readBroadcastSearch } from '~/broadcasts/broadcast-search'
import { exportBroadcasts } from '~/broadcasts/export-broadcasts.server'
import { readAdminSearch } from '~/company-desk/company-search'
import { exportCompanyList } from '~/company-desk/export-companies-list.server'
import { orderFrom } from '~/door/list-order'
import { exportOutbox } from '~/notifications/office/export-outbox.server'
import { outboxOrders, readOutboxSearch } from '~/notifications/office/outbox-search'
import { exportPayments } from '~/payments/desk/export-payments.server'
import { readPaymentSearch } from '~/payments/desk/payment-lists'
import { exportPeople } from '~/people/export-people.server'
import { peopleOrderFrom, peopleSearchFrom } from '~/people/people-search'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { namesOf } from '~/shared/chosen'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { exportAudit } from '../export-audit.server'
import type { ListName } from './lists'

const house = useHouse()
holdWakes(house)
let admin: Resident

type Export = (signedIn: SignedIn, query: URLSearchParams) => Promise<AsyncGenerator<string>>

const files: Record<ListName, Export> = {
  users: (who, query) => exportPeople(house, who, peopleSearchFrom(query), peopleOrderFrom(query)),
  companies: (who, query) => exportCompanyList(house, who, readAdminSearch(query)),
  payments: (who, query) => exportPayments(house, who, readPaymentSearch(query)),
  alarms: (who, query) => exportAlarms(house, who, readOverSearch(query)),
  outbox: (who, query) => exportOutbox(house, who, readOutboxSearch(query), orderFrom(outboxOrders, query)),
  broadcasts: (who, query) => exportBroadcasts(house, who, readBroadcastSearch(query)),
  history: (who, query) => exportAudit(house, who, auditSearchFrom(query), orderFrom(auditOrders, query)),
}

/** The audited action of each export. */
const taken: Record<ListName, AuditDeed> = {
  users: 'export people',
  companies: 'export companies',
  payments: 'export payments',
  alarms: 'export alarms',
  outbox: 'export messages',
  broadcasts: 'export broadcasts',
  history: 'export history',
}

beforeAll(async () => {
  admin = await joinAsAdmin(house)
  const [siv, bo] = [await joinAsMember(house, { name: '=Siv' }), await joinAsMember(house, { name: 'Bo' })]
  const berg = await joinAsCompany(house, { companyName: '@Berg' })
  await joinAsCompany(house, { companyName: 'Alm' })
  const company_id = (await companyOf(house, berg)).id
  const now = house.clock.now()
  // Without charge lines, which no list shows.
  await house.asOwner(`begin; set local session_replication_role = replica;
    insert into charges (key, reference, kind, company_id, net_cents, vat_cents, gross_cents, issued_at, due_on) values
      ('one', 'KV9000001', 'base', '${company_id}', 3120, 780, 3900, now(), '2026-12-01'),
      ('two', 'KV9000002', 'base', '${company_id}', 8000, 2000, 10000, now(), '2026-12-01');
    commit`)
  const alarm = {
    reported_by: siv.signedIn.person.id,
    postcode: '12540',
    message: 'x',
    called_at: now,
    created_at: now,
  }
  await house.db
    .insertInto('safety_alarms')
    .values([
      { ...alarm, key: randomUUID(), status: 'resolved', closed_at: now },
      { ...alarm, key: randomUUID(), status: 'false_alarm', closed_at: now, reported_by: bo.signedIn.person.id },
    ])
    .execute()
  const broadcast = {
    purpose: 'safety_sms',
    postcode: '12540',
    author_id: admin.signedIn.person.id,
    created_at: now,
  } as const
  await house.db
    .insertInto('broadcasts')
    .values([
      { ...broadcast, key: randomUUID(), state: 'asked', text: '-första' },
      { ...broadcast, key: randomUUID(), state: 'ready', text: 'andra' },
    ])
    .execute()
})

/** Inserts a message; the outbox is emptied between tests. */
async function leaveMessage() {
  await house.db
    .insertInto('outbox_messages')
    .values({
      channel: 'sms',
      kind: 'x',
      recipient: '+46701112233',
      subject: '+Ämne',
      body_text: 'Orden',
      state: 'failed',
    })
    .execute()
}

const linesOf = async (list: ListName, query = '') => {
  const lines: string[] = []
  for await (const line of await files[list](admin.signedIn, new URLSearchParams(query))) lines.push(line.trimEnd())
  return lines
}

test.each([
  ['users', 'ordning=namn&roll=member', [/^Namn;E-post;/, /^'=Siv;/, /^Bo;/]],
  ['users', 'ordning=-namn&roll=member', [/^Namn;E-post;/, /^Bo;/, /^'=Siv;/]],
  ['companies', 'ordning=namn', [/^Namn;/, /^'@Berg;/, /^Alm;/]],
  ['payments', 'ordning=-belopp', [/^Nummer;Vem;/, /;'@Berg;.*;100,00;Att betala;2026-12-01;/, /;39,00;/]],
  ['alarms', 'slut=resolved', [/^Larmat;/, /;12540;;1;Avslutat;Ingen hade det;;/]],
  ['alarms', 'postnummer=99999', [/^Larmat;/]],
  ['broadcasts', 'visa=asked', [/^Slag;/, /;'-första;$/]],
  ['broadcasts', 'ordning=skrivet', [/^Slag;/, /första/, /andra/]],
] as const)('%s?%s exports the list in its order, with CSV injection escaped', async (list, query, expected) => {
  const lines = await linesOf(list, query)
  expect(lines).toHaveLength(expected.length)
  for (const [index, line] of expected.entries()) expect(lines[index]).toMatch(line)
})

test('the exported outbox and audit log have the columns of their pages, and no message text', async () => {
  await leaveMessage()
  const [head, line] = await linesOf('outbox', 'kanal=sms&ordning=skrivet')
  expect(head).toBe('Ämne;Läge;Fel;Sätt;Mottagare;Skrivet')
  expect(line).toMatch(/^'\+Ämne;Gick inte fram;;SMS;070-111 22 33;/)
  await linesOf('broadcasts')
  const [, newest] = await linesOf('history')
  // The export is recorded before the audit log is read, so its own entry is in the file.
  expect(newest).toMatch(/^Hämtade historiken som fil;/)
  const [, oldest] = await linesOf('history', 'ordning=nar')
  expect(oldest).not.toBe(newest)
})

/** The column with a timestamp in each file. The audit log's has seconds. */
const moments = { alarms: 0, outbox: 5, broadcasts: 4, history: 1 } as const satisfies Partial<Record<ListName, number>>

test.each(namesOf(moments))('%s: a timestamp has its year and sorts in a spreadsheet', async (list) => {
  await leaveMessage()
  const lines = (await linesOf(list)).slice(1)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line.split(';')[moments[list]]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?$/)
})

test.each(Object.keys(files) as ListName[])('%s: no date has the month in words', async (list) => {
  await leaveMessage()
  expect((await linesOf(list)).join('\n')).not.toMatch(/\d\s(jan|feb|mars|apr|maj|jun|jul|aug|sep|okt|nov|dec)/)
})

test('no file contains a member’s phone number', async () => {
  for (const list of ['users', 'payments', 'alarms'] as const) {
    expect((await linesOf(list)).join('\n')).not.toContain('+4670')
  }
})

test.each(Object.keys(files) as ListName[])(
  '%s: an export is recorded in the audit log, and allowed only for administrators with a second factor',
  async (list) => {
    await linesOf(list, 'ordning=namn')
    const line = await house.db
      .selectFrom('audit_log')
      .select(['deed', 'subject_kind', 'actor_id', 'address'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const { person, address } = admin.signedIn
    expect(line).toEqual({ deed: taken[list], subject_kind: 'list', actor_id: person.id, address })
    const siv = await joinAsMember(house)
    await expect(files[list](siv.signedIn, new URLSearchParams())).rejects.toThrow('not allowed')
    const passwordAlone = { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } }
    await expect(files[list](passwordAlone, new URLSearchParams())).rejects.toThrow('not allowed')
  },
)

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lockAdmins, lockMembers, lockProfile, takeAccountMailRequest } from '~/accounts/account-store.server'
import { lockAddress, lockUndoOwner } from '~/accounts/address/email-undo-store.server'
import { countRevocation } from '~/accounts/login/session-store.server'
import { settleSecondStep } from '~/accounts/passkeys/passkey-store.server'
import { lockPerson } from '~/accounts/people-store.server'
import { lockLinkOwner } from '~/accounts/recovery/mail-link-store.server'
import { claimThoseBehind } from '~/accounts/terms/terms-store.server'
import { beat, lockDueSteps } from '~/alarms/engine/step-store.server'
import { lockAlarm, lockAlarmToJoin, lockFreeAlarms } from '~/alarms/history/alarm-store.server'
import { lockDueWalk, lockOpenWalk } from '~/alarms/walk/walk-store.server'
import { countClosedAlarms } from '~/alarms/watch/figure-store.server'
import { holdWords } from '~/alarms/watch/incident-store.server'
import { holdPhone } from '~/alarms/words/word-store.server'
import { lockBooking } from '~/bookings/booking-store.server'
import { claimLapsing, claimSaid, claimUnanswered, claimUpcoming } from '~/bookings/change/tend-store.server'
import { lockVisit } from '~/bookings/visit/visit-store.server'
import { lockBroadcast } from '~/broadcasts/broadcast-store.server'
import { takeRunningJob } from '~/bulk/bulk-store.server'
import { claimPolls, claimUntold } from '~/centres/centre-store.server'
import { readBillingAddresses } from '~/companies/billing-address-store.server'
import { closeCompanyOf } from '~/companies/company-store.server'
import { readListing } from '~/companies/listing-store.server'
import { exchangeLogo, lockCompany } from '~/companies/own-company-store.server'
import { lockCapacity, lockServiceToBook } from '~/companies/services/bookable-store.server'
import { lockReviewed } from '~/companies/standing/admin-store.server'
import { lockMessage } from '~/contact/inbox-store.server'
import { lockFault } from '~/faults/fault-store.server'
import { beginDuty, stayOnDuty } from '~/guards/guard-store.server'
import { claimUntested } from '~/guards/own/test-store.server'
import { claimDue, takeEvents } from '~/integrations/hooks/delivery-store.server'
import { readDueMembers } from '~/membership/course/course-store.server'
import { holdNumber } from '~/membership/membership-store.server'
import { lockSubscriptionAt } from '~/notifications/choices/push-store.server'
import { layOutMessages, stopBroadcastMessages } from '~/outbox/broadcast-messages-store.server'
import { deleteOldest, insertMail } from '~/outbox/outbox-store.server'
import { lockShiftOf, lockSponsorStop } from '~/patrols/walk/walk-store.server'
import { askForBase, billCompanies } from '~/payments/bill-companies.server'
import { lockRefund } from '~/payments/book-store.server'
import { claimDueOrders } from '~/payments/card/card-order-store.server'
import { lockCharges, takeOverdue } from '~/payments/charge-store.server'
import { claimDueSwish } from '~/payments/swish/swish-store.server'
import type { Database } from '~/platform/database/database.server'
import { holdPair, lockOpenMark } from '~/points/pair-store.server'
import { lockPointAccount } from '~/points/points-store.server'
import { lockPostcode } from '~/postcodes/admin-postcode-store.server'
import { lockReview, lockReviewOfBooking, lockReviewOfCompany } from '~/reviews/review-store.server'
import { monthOf } from '~/shared/month'
import { claimCompanyToSweep } from '~/sponsorship/slot-store.server'
import { seedDemo } from '../../db/seed/demo'
import { readSources } from '../shape/sources'
import { openNeighbourhood, press } from '../support/alarms'
import { behind, whileKept } from '../support/held'
import { testSecret, useHouse } from '../support/house'
import { heldElsewhere } from './held/elsewhere'
import { written } from './held/written'

/**
 * Every lock in the sources: one transaction takes and holds it while another comes. Removing a lock, or adding one
 * without a line here, fails.
 */
const house = useHouse()
const soon = new Date('2100-01-01T00:00:00Z')
const rows: Record<string, Record<string, string>> = {}

const tables = [
  'profiles companies services safety_alarms bookings reviews patrol_shifts guards',
  'sponsor_stops charges refunds point_marks point_accounts contact_messages faults broadcasts walks',
].flatMap((names) => names.split(' '))

beforeAll(async () => {
  await seedDemo(house.db, house.clock.now(), house.config, [testSecret])
  for (const statement of written) await house.asOwner(`set session_replication_role = replica; ${statement}`)
  for (const table of tables) rows[table] = await one(sql`select * from ${sql.table(table)} limit 1`)
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  rows.visits = await one(sql`select * from bookings where visit_id = id`)
  rows.open = await one(sql`select * from safety_alarms where reported_by = ${member.signedIn.person.id}`)
  rows.members = await one(sql`select * from profiles where user_role = 'member' limit 1`)
  rows.owners = await one(
    sql`select companies.*, profiles.id as owner from companies join profiles on profiles.id = owner_id limit 1`,
  )
  rows.bookable =
    await one(sql`select services.id, companies.postcode from services join companies on companies.id = company_id
    where review_state = 'approved' and services.active and services.deleted_at is null limit 1`)
})

async function one(query: RawBuilder<unknown>, db: Database = house.db): Promise<Record<string, string>> {
  const [row] = (await query.execute(db)).rows as Record<string, string>[]
  if (!row) throw new Error('the demo has no such row')
  return row
}
const row = (table: string) => rows[table] ?? {}
const id = (table: string) => row(table).id ?? ''

/** Exclusive locks: the second caller waits until the first transaction ends. */
const turns: Record<string, (db: Database) => Promise<unknown>> = {
  'accounts/account-store lockProfile': (db) => lockProfile(db, id('profiles')),
  'accounts/account-store lockMembers': (db) => lockMembers(db, [id('members')]),
  'accounts/account-store lockAdmins': (db) => lockAdmins(db),
  'accounts/address/email-undo-store lockAddress': (db) => lockAddress(db, id('profiles')),
  'accounts/address/email-undo-store lockUndoOwner': (db) => lockUndoOwner(db, 'b'.repeat(64), house.clock.now()),
  'accounts/recovery/mail-link-store lockLinkOwner': (db) =>
    lockLinkOwner(db, 'recovery', 'a'.repeat(64), house.clock.now()),
  'accounts/passkeys/passkey-store settleSecondStep': (db) => settleSecondStep(db, id('members'), null, false),
  'alarms/history/alarm-store lockAlarm': (db) => lockAlarm(db, id('safety_alarms')),
  'alarms/history/alarm-store lockAlarmToJoin': (db) => lockAlarmToJoin(db, row('open').reported_by ?? '', false),
  'alarms/walk/walk-store lockOpenWalk': (db) => lockOpenWalk(db, row('walks').member_id ?? ''),
  'alarms/watch/incident-store holdWords': (db) => holdWords(db),
  'alarms/words/word-store holdPhone': (db) => holdPhone(db, '+46701740605'),
  'bookings/booking-store lockBooking': (db) => lockBooking(db, id('bookings')),
  'bookings/visit/visit-store lockVisit': (db) => lockVisit(db, { id: id('visits'), visitId: id('visits') }),
  'broadcasts/broadcast-store lockBroadcast': (db) => lockBroadcast(db, id('broadcasts')),
  'companies/standing/admin-store lockReviewed': (db) => lockReviewed(db, id('companies')),
  'companies/billing-address-store readBillingAddresses': (db) => readBillingAddresses(db, [id('companies')], 'hold'),
  'companies/services/bookable-store lockCompanyOf': (db) =>
    lockServiceToBook(db, id('bookable'), row('bookable').postcode ?? '', '2026-11-23'),
  'companies/services/bookable-store lockCapacity': (db) => lockCapacity(db, id('companies')),
  'companies/listing-store readListing': (db) => readListing(db, { id: id('companies') }, 'hold'),
  'companies/own-company-store lockCompany': (db) => lockCompany(db, id('companies')),
  'contact/inbox-store lockMessage': (db) => lockMessage(db, id('contact_messages')),
  'faults/fault-store lockFault': (db) => lockFault(db, id('faults')),
  'notifications/choices/push-store lockSubscriptionAt': (db) => lockSubscriptionAt(db, 'https://push.example/1'),
  'membership/membership-store holdNumber': (db) => holdNumber(db, '+46701740605'),
  'patrols/walk/walk-store lockShiftOf': (db) =>
    lockShiftOf(db, row('patrol_shifts').company_id ?? '', id('patrol_shifts')),
  'patrols/walk/walk-store lockSponsorStop': (db) =>
    lockSponsorStop(db, row('sponsor_stops').shift_id ?? '', id('sponsor_stops')),
  'payments/book-store lockRefund': (db) => lockRefund(db, id('refunds')),
  'payments/charge-store lockCharges': (db) => lockCharges(db, [id('charges')]),
  'accounts/people-store lockPerson': (db) => lockPerson(db, id('profiles')),
  'points/pair-store holdPair': (db) => holdPair(db, id('profiles'), id('companies')),
  'points/pair-store lockOpenMark': (db) => lockOpenMark(db, id('point_marks')),
  'points/points-store lockPointAccount': (db) => lockPointAccount(db, row('point_accounts').profile_id ?? ''),
  'postcodes/admin-postcode-store lockPostcode': (db) => lockPostcode(db, '12540'),
  'reviews/review-store lockReviewOfBooking': (db) =>
    lockReviewOfBooking(db, row('reviews').booking_id ?? '', row('reviews').author_id ?? ''),
  'reviews/review-store lockReviewOfCompany': (db) =>
    lockReviewOfCompany(db, id('reviews'), row('reviews').company_id ?? ''),
  'reviews/review-store lockReview': (db) => lockReview(db, id('reviews')),
}

test.each(Object.entries(turns))('%s makes a second caller wait', async (_, take) => {
  await expect(whileKept(house.db, take, take)).rejects.toMatchObject({ code: '55P03' })
})

/** Counts rows that are locked. */
async function countKept(db: Database) {
  const kept = await Promise.all(
    tables.map(async (table) => {
      const free = sql`select from ${sql.table(table)} for no key update skip locked`
      return Number(
        (
          await one(
            sql`select count(*) - (select count(*) from (${free}) as free) as kept from ${sql.table(table)}`,
            db,
          )
        ).kept,
      )
    }),
  )
  return kept.reduce((sum, count) => sum + count)
}

test.each(Object.entries(turns))('%s locks only the row that it names', async (name, take) => {
  const ofVisit = await house.db.selectFrom('bookings').select('id').where('visit_id', '=', id('visits')).execute()
  const most = name === 'bookings/visit/visit-store lockVisit' ? ofVisit.length : 1
  expect(await whileKept(house.db, take, countKept)).toBeLessThanOrEqual(most)
})

/** Centres of companies that may be called, due to be polled, just polled in vain, and silent since yesterday. */
const nameCentres = `update security_partner_records set valid_until = '2199-12-31';
  insert into alarm_centres (company_id, name, host, port, account, receiver, line, format, poll_s, next_poll_at, polled_at, changed_at)
  select company_id, 'Larm AB', 'larm.exempel.se', 1, 'ABC', '0', '0', 'SIA-DCS', 90, now(), now(), now() - interval '1 day'
  from security_partner_records on conflict do nothing;
  update alarm_centres set told_silent_at = null, next_poll_at = now(), polled_at = now()`

async function anHourBeforeAJob(db: Database) {
  const confirmed = db.selectFrom('bookings').select('scheduled_at').where('status', '=', 'confirmed')
  const { scheduled_at } = await confirmed.limit(1).executeTakeFirstOrThrow()
  return new Date(scheduled_at.getTime() - 3_600_000)
}

/** Claims with skip locked: a second process neither takes nor waits for claimed rows. */
const claims: Record<string, { ready?: string; take: (db: Database) => Promise<unknown> }> = {
  'accounts/account-store takeAccountMailRequest': {
    ready: `insert into account_mail_requests (kind, email) values ('recovery', 'siv@exempel.se')`,
    take: takeAccountMailRequest,
  },
  'accounts/terms/terms-store claimThoseBehind': { take: (db) => claimThoseBehind(db, '2100-01-01', 1000) },
  'alarms/history/alarm-store lockFreeAlarms': { take: (db) => lockFreeAlarms(db, [id('safety_alarms')]) },
  'alarms/watch/figure-store countClosedAlarms': {
    ready: `update safety_alarms set counted = false, reopenable = false where closed_at is not null`,
    take: (db) => countClosedAlarms({ db, clock: house.clock }),
  },
  'alarms/engine/step-store lockDueSteps': {
    ready: `delete from alarm_steps; insert into alarm_steps (alarm_id, kind, armed_at, due_at, is_test, state)
      select id, 'widen', now() - interval '2 minutes', now() - interval '1 minute', false, 'pending' from safety_alarms limit 1`,
    take: (db) => lockDueSteps(db, false, house.clock.now(), 10, []),
  },
  'alarms/walk/walk-store lockDueWalk': { take: (db) => lockDueWalk(db, house.clock.now(), []) },
  'bookings/change/tend-store claimLapsing': { take: (db) => claimLapsing(db, soon) },
  'bookings/change/tend-store claimSaid': {
    ready: `update bookings set said = 'complete', said_at = scheduled_at where status = 'confirmed'`,
    take: (db) => claimSaid(db, soon),
  },
  'bookings/change/tend-store claimUnanswered': { take: (db) => claimUnanswered(db, soon) },
  'bookings/change/tend-store claimUpcoming': {
    ready: `update bookings set member_reminded_at = null, changed_at = now() - interval '1 year' where status = 'confirmed'`,
    take: async (db) => claimUpcoming(db, await anHourBeforeAJob(db)),
  },
  'bulk/bulk-store takeRunningJob': { take: takeRunningJob },
  'centres/centre-store claimPolls': {
    ready: nameCentres,
    take: (db) => claimPolls(db, soon, 50),
  },
  'centres/centre-store claimUntold': {
    ready: nameCentres,
    take: (db) => claimUntold(db, house.clock.now()),
  },
  'guards/own/test-store claimUntested': {
    ready: `update guards set test_reminded_at = null, tested_at = null, phone_verified_at = now() - interval '1 year'`,
    take: (db) => claimUntested(db, soon, house.clock.now()),
  },
  'integrations/hooks/delivery-store takeEvents': {
    ready: `insert into webhook_events (alarm_id, kind, at, actor_kind) select id, 'raised', now(), 'member' from safety_alarms limit 1`,
    take: (db) => takeEvents(db, 10),
  },
  'integrations/hooks/delivery-store claimDue': {
    ready: `insert into webhooks (company_id, url, secret, is_on, created_by, created_at)
        select id, 'https://larm.exempel.se/', 's', true, gen_random_uuid(), now() from companies limit 1;
      insert into webhook_deliveries (webhook_id, type, body, next_attempt_at, created_at) select id, 'test', '{}', now(), now() from webhooks`,
    take: (db) => claimDue(db, soon, { seconds: 30, most: 10, mostOfOne: 2, underWay: new Map() }),
  },
  'membership/course/course-store readDueMembers': { take: (db) => readDueMembers(db, '2100-01-01', 1000) },
  'payments/card/card-order-store claimDueOrders': { take: (db) => claimDueOrders(db, soon, 60, 10) },
  'payments/swish/swish-store claimDueSwish': { take: (db) => claimDueSwish(db, soon, 60, 10) },
  'payments/charge-store takeOverdue': {
    ready: `update charges set reminded_at = null where status = 'open' and company_id is not null`,
    take: (db) => takeOverdue(db, '2100-01-01', house.clock.now(), 100),
  },
  'sponsorship/slot-store claimCompanyToSweep': { take: (db) => claimCompanyToSweep(db, monthOf(soon), '2000-01-01') },
}

test.each(Object.entries(claims))('%s skips rows that another transaction has claimed', async (_, { ready, take }) => {
  if (ready) await house.asOwner(`set session_replication_role = replica; ${ready}`)
  // A claim takes one row or all, so the second gets another row or none.
  const [first, second] = await whileKept(house.db, take, async (db, first) => [first, await take(db)])
  expect(first, 'nothing to claim').not.toSatisfy(isNothing)
  if (!isNothing(second)) expect(second).not.toEqual(first)
})

const isNothing = (claimed: unknown) =>
  claimed === undefined || claimed === null || claimed === 0 || (Array.isArray(claimed) && claimed.length === 0)

/**
 * Locks whose next statement would wait anyway: they make it see what the other transaction has written (no lost
 * update).
 */
const seen = [
  'accounts/login/session-store holdLogins',
  'alarms/engine/step-store beat',
  'companies/company-store closeCompanyOf',
  'companies/own-company-store exchangeLogo',
  'guards/guard-store stayOnDuty',
  'payments/bill-companies takeNextBase',
]

describe('the second of two transactions', () => {
  test('cannot create a session until the revocation has committed', async () => {
    const profile = id('members')
    const begin = (db: Database) =>
      sql`insert into sessions (profile_id, token, expires_at) values (${profile}, ${randomUUID()}, now())`.execute(db)
    await expect(whileKept(house.db, (db) => countRevocation(db, profile), begin)).rejects.toMatchObject({
      code: '55P03',
    })
  })

  test('forgets the logo that the first has chosen', async () => {
    const [company, owner] = [id('owners'), row('owners').owner ?? '']
    const chosen = (db: Database) => exchangeLogo(db, company, '/files/chosen.webp')
    expect(await behind(house.db, chosen, () => exchangeLogo(house.db, company, '/files/next.webp'))).toBe(
      '/files/chosen.webp',
    )
    const closing = () => house.db.transaction().execute((db) => closeCompanyOf(db, owner, house.clock.now()))
    expect(await behind(house.db, chosen, closing)).toContain('/files/chosen.webp')
  })

  test('does not shorten the duty that the first has begun', async () => {
    const guard = id('guards')
    const now = house.clock.now()
    const until = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
    await house.db
      .updateTable('guards')
      .set({ on_duty_since: null, on_duty_until: null })
      .where('id', '=', guard)
      .execute()
    await behind(
      house.db,
      (db) => beginDuty(db, guard, until(8), now),
      () => house.db.transaction().execute((db) => stayOnDuty(db, guard, until(1), now)),
    )
    const kept = await house.db.selectFrom('guards').select('on_duty_until').where('id', '=', guard).executeTakeFirst()
    expect(kept?.on_duty_until).toEqual(until(8))
  })

  test('asks for another month when both ask for the base package', async () => {
    const { company_id = '' } = await one(sql`select * from company_billing limit 1`)
    const ask = (db: Database) => askForBase({ ...house, db }, company_id, house.clock.now())
    expect(await behind(house.db, ask, () => house.db.transaction().execute(ask))).toBeDefined()
  })

  test('reads the clock when its heartbeat gets the lock, and so finds no clock that went back', async () => {
    let at = house.clock.now().getTime() + 60_000
    const clock = { now: () => new Date(at) }
    const ahead = new Date(at + 30_000)
    const backS = await behind(
      house.db,
      (db) => db.updateTable('alarm_pulse').set({ at: ahead }).where('part', '=', 'engine').execute(),
      () => beat(house.db, clock, 5),
      () => {
        at += 31_000
      },
    )
    expect(backS).toBe(0)
  })
})

test('the sweep of messages skips locked rows without waiting', async () => {
  const mail = { recipient: 'siv@exempel.se', subject: 'Hej', text: 'Hej', html: '' }
  for (const _ of [1, 2]) await insertMail(house.db, 'postcode opened', mail)
  await house.db.updateTable('outbox_messages').set({ state: 'failed' }).execute()
  const oldest = (db: Database) => db.selectFrom('outbox_messages').select('id').orderBy('id').limit(1)
  const sweep = (db: Database) => deleteOldest(db, 'postcode opened', soon, 10)
  expect(await whileKept(house.db, (db) => oldest(db).forUpdate().execute(), sweep)).toBe(1)
})

test('billing skips a company that another transaction has locked', async () => {
  await house.db.updateTable('company_billing').set({ next_month: '2026-01-01' }).execute()
  const { company_id: kept = '' } = await one(sql`select * from company_billing limit 1`)
  await whileKept(
    house.db,
    (db) => db.selectFrom('companies').select('id').where('id', '=', kept).forNoKeyUpdate().execute(),
    () => billCompanies(house),
  )
  const left = await house.db
    .selectFrom('company_billing')
    .select('company_id')
    .where('next_month', '=', '2026-01-01')
    .execute()
  expect(left).toEqual([{ company_id: kept }])
})

test('stopping a broadcast skips messages that are being sent, without waiting', async () => {
  const broadcastId = id('broadcasts')
  const people = ['+46701740610', '+46701740611'].map((phone) => ({ personId: id('profiles'), phone }))
  await layOutMessages(house.db, { broadcastId, purpose: 'safety_sms', text: 'Prov', people })
  const ofIt = house.db
    .selectFrom('outbox_messages')
    .select('state')
    .where('broadcast_id', '=', broadcastId)
    .orderBy('id')
  await whileKept(
    house.db,
    (db) => db.selectFrom('outbox_messages').select('id').where('recipient', '=', '+46701740610').forUpdate().execute(),
    () => stopBroadcastMessages(house.db, broadcastId),
  )
  expect((await ofIt.execute()).map(({ state }) => state)).toEqual(['queued', 'stopped'])
})

/** Also locks whose tests stand elsewhere (held/elsewhere.ts). */

test('every lock in the sources has a test', () => {
  const takes = /\.for(?:NoKey)?Update\(|\bfor (?:no key )?update\b|pg_(?:try_)?advisory\w*lock/g
  const found = readSources(['app'], /\.ts$/)
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(takes)].map(({ index }) => {
        const names = [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)]
        return `${path.slice('app/'.length, -'.server.ts'.length)} ${names.at(-1)?.[1]}`
      }),
    )
  expect([...new Set(found)].sort()).toEqual(
    [...Object.keys(turns), ...Object.keys(claims), ...seen, ...heldElsewhere].sort(),
  )
})

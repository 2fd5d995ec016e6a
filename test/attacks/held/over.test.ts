import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accept, endPeople, updateTold } from '~/alarms/circle/circle-store.server'
import { endWalkWell, updateSharing, writePosition } from '~/alarms/walk/walk-store.server'
import { closeIncident, markIncidentsSeen } from '~/alarms/watch/incident-store.server'
import { answerOffer, markTold } from '~/bookings/waiting/wait-store.server'
import { endBulkJob } from '~/bulk/bulk-store.server'
import { markTested, setPosition } from '~/guards/guard-store.server'
import { clearLink, setLink } from '~/guards/link/link-store.server'
import { closeGuard } from '~/guards/own/own-guards-store.server'
import { settleDelivery, tryLater, withdrawWaiting } from '~/integrations/hooks/delivery-store.server'
import { endHook, rotateSecret, updateHook } from '~/integrations/hooks/hook-store.server'
import { revokeKey } from '~/integrations/keys/key-store.server'
import { endWalk } from '~/patrols/walk/walk-store.server'
import { markBooked } from '~/payments/bank/bank-store.server'
import { markEventSeen } from '~/payments/card/card-event-store.server'
import { takeUpRefused } from '~/payments/card/card-order-store.server'
import { endSwish, lookAgain, lookSoon, markSwishSeen, markWaiting } from '~/payments/swish/swish-store.server'
import type { Database } from '~/platform/database/database.server'
import { settleMarks } from '~/points/pair-store.server'
import { useHouse } from '../../support/house'

/**
 * Final states are final: of two that end a row, the second changes nothing and is told so, and later changes find it
 * closed. Each row is inserted without foreign keys, ended once, and then ended and changed again an hour later.
 */
const house = useHouse()
const [id, other, third] = [randomUUID(), randomUUID(), randomUUID()]
const result = { status: 200, reason: 'ok' }

type Over = {
  table: string
  row: string
  /** The key by which it is looked up, if not its id. */
  of?: string
  ends: (db: Database, now: Date) => Promise<unknown>
  /** Changes that come too late. Those that return a result return false or nothing. */
  late?: ((db: Database, now: Date) => Promise<unknown>)[]
}

const overs: Over[] = [
  {
    table: 'webhooks',
    row: `(id, company_id, url, secret, is_on, created_by, created_at) values ('${id}', '${other}', 'https://larm.exempel.se/', 's', true, '${third}', now())`,
    ends: (db, now) => endHook(db, id, now),
    late: [(db) => updateHook(db, other, id, { is_on: false }), (db, now) => rotateSecret(db, other, id, 'ny', now)],
  },
  {
    table: 'webhook_deliveries',
    row: `(id, webhook_id, type, body, next_attempt_at, created_at) values ('${id}', '${other}', 'test', '{}', now(), now())`,
    ends: (db, now) => settleDelivery(db, id, 'delivered', result, now),
    late: [
      (db, now) => tryLater(db, id, { ...result, reason: 'sen' }, now),
      (db, now) => withdrawWaiting(db, other, 'tillbaka', now),
    ],
  },
  {
    table: 'api_keys',
    row: `(id, company_id, created_by, created_at, name, mark, secret_hash, deeds, postcodes, expires_at) values
      ('${id}', '${other}', '${third}', now(), 'Prov', 'kvk_00000001', repeat('a', 64), '{list}', '{12540}', now() + interval '9 days')`,
    ends: (db, now) => revokeKey(db, other, id, now),
  },
  {
    table: 'swish_requests',
    row: `(id, charge_id, amount_cents, payee, created_at, next_attempt_at, note) values ('${id}', '${other}', 100, '1231181189', now(), now() + interval '9 days', 'Se på den')`,
    ends: (db, now) => endSwish(db, id, { state: 'paid', code: null, note: 'Se på den' }, now),
    late: [
      (db, now) => markWaiting(db, id, 'token', now),
      (db, now) => lookSoon(db, id, now),
      (db, now) => lookAgain(db, id, 'waiting', now),
    ],
  },
  {
    table: 'swish_requests',
    row: `(id, charge_id, amount_cents, payee, created_at, next_attempt_at, note) values ('${id}', '${other}', 100, '1231181189', now(), now(), 'Se på den')`,
    ends: (db, now) => markSwishSeen(db, id, other, now),
  },
  {
    table: 'bank_files',
    row: `(id, digest, name, read_at, read_by) values ('${id}', repeat('a', 64), 'bank.csv', now(), '${other}')`,
    ends: (db, now) => markBooked(db, id, now),
  },
  {
    table: 'card_events',
    row: `(id, type, object_id, outcome, happened_at, received_at) values ('evt_1', 'invoice.paid', 'in_1', 'mismatch', now(), now())`,
    of: `id = 'evt_1'`,
    ends: (db, now) => markEventSeen(db, 'evt_1', other, now),
  },
  {
    table: 'card_orders',
    row: `(id, key, kind, object_id, amount_cents, refund_id, next_attempt_at, state) values ('${id}', 'o', 'refund', 'pi_1', 100, '${other}', now(), 'failed')`,
    ends: (db) => takeUpRefused(db, { id }, { state: 'done' }),
    late: [(db, next) => takeUpRefused(db, { refundId: other }, { state: 'queued', next })],
  },
  {
    table: 'bulk_jobs',
    row: `(id, deed, search, reason, created_by, address, created_at) values ('${id}', 'sign out', '', 'Prov', '${other}', '192.0.2.1', now())`,
    ends: (db, now) => endBulkJob(db, id, 'done', now),
    late: [(db, now) => endBulkJob(db, id, 'stopped', now)],
  },
  {
    table: 'walks',
    row: `(id, member_id, key, home_at, due_at, created_at, shares_position) values ('${id}', '${other}', '${third}', now(), now(), now(), true)`,
    ends: (db, now) => endWalkWell(db, { memberId: other }, 'home', now),
    late: [
      (db, now) => writePosition(db, other, { latitude: 59, longitude: 18, accuracyM: 9 }, now),
      (db) => updateSharing(db, other, false),
    ],
  },
  {
    table: 'walks',
    row: `(id, member_id, key, home_at, due_at, created_at, shares_position) values ('${id}', '${other}', '${third}', now(), now(), now(), true)`,
    ends: (db) => updateSharing(db, other, false),
    late: [(db, now) => writePosition(db, other, { latitude: 59, longitude: 18, accuracyM: 9 }, now)],
  },
  {
    table: 'alarm_incidents',
    row: `(id, kind, subject, found_at) values ('${id}', 'late step', 'x', now())`,
    ends: (db, now) => closeIncident(db, 'late step', 'x', now),
  },
  {
    table: 'alarm_incidents',
    row: `(id, kind, subject, found_at) values ('${id}', 'late step', 'x', now())`,
    ends: (db, now) => markIncidentsSeen(db, [id], now),
  },
  {
    table: 'offered_times',
    row: `(id, wait_id, company_id, lane, starts_at, ends_at, busy_until, offered_at, tell_at, until_at) values
      ('${id}', '${other}', '${third}', 1, now() + interval '2 days', now() + interval '49 hours', now() + interval '49 hours', now(), now(), now() + interval '2 hours')`,
    ends: (db) => answerOffer(db, id, 'declined'),
    late: [(db) => answerOffer(db, id, 'lapsed')],
  },
  {
    table: 'offered_times',
    row: `(id, wait_id, company_id, lane, starts_at, ends_at, busy_until, offered_at, tell_at, until_at) values
      ('${id}', '${other}', '${third}', 1, now() + interval '2 days', now() + interval '49 hours', now() + interval '49 hours', now(), now(), now() + interval '2 hours')`,
    ends: (db, now) => markTold(db, id, now),
  },
  {
    table: 'circle_people',
    row: `(id, member_id, name, told, link_hash, contact_hash, phone, invited_at) values ('${id}', '${other}', 'Dottern', 'at once', repeat('a', 64), repeat('b', 64), '+46701740699', now())`,
    ends: (db, now) => accept(db, id, new Date(0), now),
  },
  {
    table: 'circle_people',
    row: `(id, member_id, name, told, link_hash, contact_hash, phone, invited_at) values ('${id}', '${other}', 'Dottern', 'at once', repeat('a', 64), repeat('b', 64), '+46701740699', now())`,
    ends: (db, now) => endPeople(db, { id }, 'member', now),
    late: [
      (db, now) => accept(db, id, new Date(0), now),
      (db) => updateTold(db, other, id, { told: 'unanswered', toldOfTests: true }),
    ],
  },
  {
    table: 'guards',
    row: `(id, company_id, name, phone) values ('${id}', '${other}', 'Ali', '+46701740698')`,
    ends: (db, now) => closeGuard(db, other, id, now),
    late: [
      (db, now) => markTested(db, id, now),
      (db, now) => setLink(db, other, id, { hash: 'h', keepsBrowser: false }, now),
      (db) => clearLink(db, other, id),
      (db, now) => setPosition(db, id, { latitude: 59, longitude: 18 }, now),
    ],
  },
  {
    table: 'patrol_walks',
    row: `(id, shift_id, guard_id, began_at) values ('${id}', '${other}', '${third}', now() - interval '1 hour')`,
    ends: (db, now) => endWalk(db, other, third, now),
  },
  {
    table: 'point_marks',
    row: `(id, profile_id, company_id, month, why, marked_at) values ('${id}', '${other}', '${third}', '2026-11-01', 'many', now())`,
    ends: (db, now) => settleMarks(db, { personId: other, companyId: third, why: 'many' }, now),
  },
]

test.each(overs.map((over) => [`${over.table}: ${/(\w+)\)?\(db/.exec(String(over.ends))?.[1]}`, over] as const))(
  '%s ends its row once, and later changes leave the row as it is',
  async (_, { table, row, of = `id = '${id}'`, ends, late = [] }) => {
    const found = async () =>
      (
        await sql<{
          row: object
        }>`select to_jsonb(x) as row from ${sql.table(table)} as x where ${sql.raw(of)}`.execute(house.db)
      ).rows
    await house.asOwner(
      `set session_replication_role = replica; delete from ${table} where ${of}; insert into ${table} ${row}`,
    )
    const open = await found()
    await ends(house.db, house.clock.now())
    const ended = await found()
    expect(ended).not.toEqual(open)
    house.clock.forward({ hours: 1 })
    for (const again of [ends, ...late]) {
      expect([undefined, false, []]).toContainEqual(await again(house.db, house.clock.now()))
      expect(await found(), String(again)).toEqual(ended)
    }
    await house.asOwner(`set session_replication_role = replica; delete from ${table} where ${of}`)
  },
)

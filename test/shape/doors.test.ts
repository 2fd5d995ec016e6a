import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownDoors } from '~/accounts/sessions/revoke-everything.server'
import type { KeyPurpose } from '~/platform/keys.server'
import { above } from '~/shell/above.server'
import { useDatabase } from '../support/database'

const database = useDatabase()

/** Names of columns that hold a secret, its hash, or an address by which somebody is reached or recognised. */
const secretive =
  /token|secret|hash|password|passkey|credential|endpoint|public_key|private_key|backup|p256dh|^auth$|^key$|_key$|^code$|_code$|api_key|^link/

const oncePerForm = 'the key of a form, so that sent twice it is done once; it opens nothing'

/** Tables with such a column that revoking an account's access leaves alone, and why. */
const openNothing: Record<string, string> = {
  identities: 'the password itself: a recovery replaces it, and a block refuses it',
  two_factors: 'asks for more at a login and never lets anybody in by itself; a recovery must not remove it',
  signing_keys: 'the product’s own; nobody holds one',
  attempts: 'a count of tries',
  email_undos:
    'puts back an address that was proven before, with a new password; it has to outlive a new password and a new address, which are what an intruder does next',
  alarm_recipients:
    'a link to one alarm, sent to the phone of whoever is called; whether that account may act is asked each time it is opened',
  alarm_setups: 'a home, sealed: it opens nothing here, and a recovery leaves it to whoever lives there',
  alarm_deliveries:
    'the addresses of one call, which only the provider is given; who is at the phone is asked at each of them',
  alarm_centres:
    'the sealed key of a line to a company’s larmcentral, and where alarms go, as a guard’s number is; lets nobody in, and the owner is mailed each change',
  busy_calendars:
    'where a company’s own calendar is read, sealed: it opens nothing here, and says no more than when they are busy',
  circle_people:
    'shows somebody whom the member named how an alarm goes, and no place; each yes is told by mail, and to end it with a new password would silence a daughter',
  circle_refusals: 'that somebody wants no question',
  walks: 'ends one walk home, by the phone that is proven theirs; the alarm that comes without it is the safe side',
  outbox_messages: 'a link or a code on its way, sealed; it ends with the table that knows its hash',
  postcodes: 'the number of a postcode',
  profiles: 'the sealed id in a page tells it whether its own account is blocked; it opens nothing',
  postcode_figures: 'the number of a postcode',
  postcode_neighbours: 'the number of a postcode',
  alarm_updates: oncePerForm,
  bookings: oncePerForm,
  broadcasts: oncePerForm,
  card_orders: oncePerForm,
  charges: oncePerForm,
  contact_answers: oncePerForm,
  contact_messages: oncePerForm,
  given_months: oncePerForm,
  patrol_stops: oncePerForm,
  refunds: oncePerForm,
  safety_alarms: oncePerForm,
  swish_requests: 'opens a payment to us in Swish for some minutes, and nothing of ours',
}

/**
 * Signed values that are stored nowhere become invalid with the row that they name. A new purpose does not compile
 * until it is listed here.
 */
const signedFor = {
  'calendar link': 'calendar_feeds',
  'phone code': 'phone_proofs',
  'alarm link': 'alarm_recipients',
  'alarm link mark': 'alarm_recipients',
  'guard cookie': 'guards',
  'outbox secret': 'outbox_messages',
  'alarm home': 'alarm_setups',
  'voice call': 'alarm_deliveries',
  'webhook secret': 'webhooks',
  'centre key': 'alarm_centres',
  'busy calendar': 'busy_calendars',
  'account mark': 'profiles',
} satisfies Record<KeyPurpose, string>

test('every table that holds a secret is revoked with the account, or has a reason why not', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(database.db)
  const revoked = { ...ownDoors(above), ...above.heldThrough }
  const holding = [
    ...Object.values(signedFor),
    ...new Set(rows.filter(({ column_name }) => secretive.test(column_name)).map((row) => row.table_name)),
  ]
  const unknown = holding.filter((table) => !Object.hasOwn(revoked, table) && !Object.hasOwn(openNothing, table))
  expect(unknown, 'add it to app/accounts/sessions/revoke-everything.server.ts, or here with the reason').toEqual([])

  const tables = new Set(rows.map(({ table_name }) => table_name))
  expect(Object.keys(revoked).filter((table) => !tables.has(table))).toEqual([])
  expect(Object.keys(openNothing).filter((table) => !holding.includes(table))).toEqual([])
})

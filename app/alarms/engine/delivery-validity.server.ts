import { sql } from 'kysely'
import { personPhone } from '~/accounts/public.server'
import { guardPhone } from '~/guards/public.server'
import { companions } from '../together/companion-store.server'

/**
 * SQL conditions for the query that claims deliveries (`claimed`, `recipient`, `safety_alarms`): is what the message
 * says still true at the moment it would leave? Constant texts, so that the prepared statement is planned once per
 * connection.
 */

/** The recipient is the very person who has the alarm. */
export const isTaker = sql<boolean>`coalesce(
  (safety_alarms.taken_by_company = recipient.company_id
    and safety_alarms.taken_by_guard is not distinct from recipient.guard_id)
  or safety_alarms.taken_by_operator = recipient.profile_id, false)`

/** A colleague of the recipient has the alarm, or had it when it ended. */
export const isColleagues = sql<boolean>`coalesce(
  safety_alarms.taken_by_company = recipient.company_id
    and safety_alarms.taken_by_guard is distinct from recipient.guard_id, false)`

/** The alarm is in the epoch that the message was written in: not taken, handed back or ended since. */
const sameEpoch = sql<boolean>`coalesce(claimed.epoch = safety_alarms.epoch, true)`
/** The only change of epoch since then is the end of the alarm. */
const endedSince = sql<boolean>`coalesce(claimed.epoch = safety_alarms.epoch - 1, true)
  and safety_alarms.closed_at is not null`
const isHeld = sql<boolean>`safety_alarms.status in ('acknowledged', 'on_site')`

/**
 * The member's name, phone and words are only for whoever has the alarm, in the epoch that the message was written for.
 */
export const mayHaveDetails = sql<boolean>`(${sameEpoch} and ${isHeld} and ${isTaker})`

/** The recipient shares their phone with the taker, called or not: that phone must not be told to stay at home. */
const phoneHasIt = sql<boolean>`(coalesce(recipient.phone in (
    ${guardPhone('safety_alarms.taken_by_guard')}, ${personPhone('safety_alarms.taken_by_operator')}), false)
  or exists (
  select from alarm_recipients as also where also.alarm_id = claimed.alarm_id and also.phone = recipient.phone
    and also.id <> recipient.id and also.company_id = safety_alarms.taken_by_company
    and also.guard_id is not distinct from safety_alarms.taken_by_guard))`

/**
 * A call about this alarm may have reached the recipient by the same channel. Otherwise, on a phone that was called by
 * push, an SMS about the end would seem to end whatever alarm came by SMS.
 */
const mayHaveHeard = sql<boolean>`exists (
  select from alarm_deliveries as call where call.recipient_id = recipient.id and call.kind = 'call'
    and call.channel = claimed.channel
    and (call.state in ('sending', 'sent', 'unsure', 'delivered') or call.unanswered > 0))`

/**
 * Another alarm waits at this phone, and 'Du behöver inte åka' could be mistaken for a word about that one: it is
 * newer; or it is of any age, and this alarm is a test or its call never reached the phone by the same channel.
 */
const anotherWaits = sql<boolean>`exists (
  select from alarm_words join alarm_recipients as called on called.id = alarm_words.recipient_id
  join safety_alarms as waiting on waiting.id = called.alarm_id
  where alarm_words.phone = recipient.phone and alarm_words.freed_at is null
    and waiting.id <> safety_alarms.id and waiting.status = 'new' and not waiting.is_test
    and (waiting.id > safety_alarms.id or safety_alarms.is_test or not ${mayHaveHeard}))`

const isQuiet = sql<boolean>`(claimed.channel in ('mail', 'centre') or recipient.phone is null or not ${anotherWaits})`

/**
 * A phone that sounds or lights up would give away a member who hides: nothing is sent to them, by any channel. Their
 * page says everything.
 */
const mayBeHeard = sql<boolean>`not (safety_alarms.is_hiding and recipient.role = 'member')`

/** Somebody else has the alarm since the message was written, or it has ended since: the recipient can stand down. */
const standsDown = sql<boolean>`((${isHeld} and ${sameEpoch}) or (${endedSince}))
  and not ${isTaker} and not ${phoneHasIt} and ${isQuiet}`

const itsNumber = sql`(select rung.phone from alarm_recipients as rung where rung.id = other.recipient_id)`

/**
 * The recipient's phone is busy with another call. Of several calls to one phone that are claimed at once, the first
 * (by id) is placed. A call whose deadline for a report has passed rings no more. Each number is looked up by primary
 * key in a subquery: with a join, a plan cached in a calm hour reads everything the phone was ever called about, a
 * hundred times for one claim.
 */
export const phoneRings = (now: Date) => sql<boolean>`(exists (
  select from alarm_deliveries as other
  where other.channel = 'voice' and other.state = 'sending' and other.is_test in (true, false) and other.turn in (0, 1, 2)
    and other.id <> claimed.id and other.due_at > ${now} and ${itsNumber} = recipient.phone
  ) or exists (
  select from claimed as other
  where other.channel = 'voice' and other.provider_id is null and other.unanswered = 0
    and other.id < claimed.id and ${itsNumber} = recipient.phone))`

/** The precondition of each kind of message (table in alarms/README.md). */
export const stillHolds = sql<boolean>`(${mayBeHeard} and case claimed.kind
  when 'call' then safety_alarms.status = 'new' and ${sameEpoch}
  when 'nobody' then safety_alarms.status = 'new' and ${sameEpoch}
  when 'released' then safety_alarms.status = 'new' and ${sameEpoch}
  when 'taken' then case recipient.role
    when 'member' then ${isHeld} and ${sameEpoch}
    when 'circle' then ${isHeld} and ${sameEpoch}
    else ${standsDown} end
  when 'overtaken' then ${standsDown}
  when 'joined' then ${isHeld} and ${sameEpoch} and ${isTaker} and cardinality(${companions}) > 0
  when 'details' then ${mayHaveDetails}
  when 'safe' then ${isHeld} and ${sameEpoch} and ${isTaker} and safety_alarms.safe_at is not null
  when 'late' then ${isHeld} and ${sameEpoch}
  when 'closed' then safety_alarms.closed_at is not null and ${sameEpoch}
    -- The circle was never asked to come, so it cannot mistake this message for one about a newer alarm.
    and (recipient.role = 'circle' or ${isQuiet})
  -- Always valid: later events do not undo the member's new press, and the member was told that it was sent.
  when 'update' then true
  else false end)`

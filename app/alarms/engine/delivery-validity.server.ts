import { sql } from 'kysely'
import { personPhone } from '~/accounts/public.server'
import { guardPhone } from '~/guards/public.server'
import { companions } from '../together/companion-store.server'

/**
 * What a message says, held against how things stand at the moment it would leave, for the query that claims deliveries
 * (`claimed`, `recipient`, `safety_alarms`). Constant texts: the statement is planned once per connection.
 */

/** Whoever the message is for is the very person who has the alarm. */
export const isTaker = sql<boolean>`coalesce(
  (safety_alarms.taken_by_company = recipient.company_id
    and safety_alarms.taken_by_guard is not distinct from recipient.guard_id)
  or safety_alarms.taken_by_operator = recipient.profile_id, false)`

/** A colleague of theirs has it, or had it when it ended. */
export const isColleagues = sql<boolean>`coalesce(
  safety_alarms.taken_by_company = recipient.company_id
    and safety_alarms.taken_by_guard is distinct from recipient.guard_id, false)`

/** It was written about the alarm as it is now: nobody has taken it, handed it back or ended it since. */
const sameEpoch = sql<boolean>`coalesce(claimed.epoch = safety_alarms.epoch, true)`
/** Nothing but the end has come since. */
const endedSince = sql<boolean>`coalesce(claimed.epoch = safety_alarms.epoch - 1, true)
  and safety_alarms.closed_at is not null`
const isHeld = sql<boolean>`safety_alarms.status in ('acknowledged', 'on_site')`

/** Who needs help, and their phone and words, are for whoever has the alarm in the epoch that this was written for. */
export const mayHaveDetails = sql<boolean>`(${sameEpoch} and ${isHeld} and ${isTaker})`

/**
 * The phone is another's too, and that other has the alarm, called to it or not: it is told that, and not to stay at home.
 */
const phoneHasIt = sql<boolean>`(coalesce(recipient.phone in (
    ${guardPhone('safety_alarms.taken_by_guard')}, ${personPhone('safety_alarms.taken_by_operator')}), false)
  or exists (
  select from alarm_recipients as also where also.alarm_id = claimed.alarm_id and also.phone = recipient.phone
    and also.id <> recipient.id and also.company_id = safety_alarms.taken_by_company
    and also.guard_id is not distinct from safety_alarms.taken_by_guard))`

/**
 * A call about this alarm may have reached whom the message is for, by the way that it goes: among the SMS of a phone the end of what came
 * as a push only reads like the end of whatever came by SMS.
 */
const mayHaveHeard = sql<boolean>`exists (
  select from alarm_deliveries as call where call.recipient_id = recipient.id and call.kind = 'call'
    and call.channel = claimed.channel
    and (call.state in ('sending', 'sent', 'unsure', 'delivered') or call.unanswered > 0))`

/**
 * 'Du behöver inte åka' must not be taken for a word about another alarm that this phone was called to and that waits: a newer
 * one; or any, when this one is a test or was never heard of in the same way.
 */
const anotherWaits = sql<boolean>`exists (
  select from alarm_words join alarm_recipients as called on called.id = alarm_words.recipient_id
  join safety_alarms as waiting on waiting.id = called.alarm_id
  where alarm_words.phone = recipient.phone and alarm_words.freed_at is null
    and waiting.id <> safety_alarms.id and waiting.status = 'new' and not waiting.is_test
    and (waiting.id > safety_alarms.id or safety_alarms.is_test or not ${mayHaveHeard}))`

const isQuiet = sql<boolean>`(claimed.channel in ('mail', 'centre') or recipient.phone is null or not ${anotherWaits})`

/** Whoever hides is given away by a phone that sounds or lights up: to them nothing leaves, by whatever way. Their page says all. */
const mayBeHeard = sql<boolean>`not (safety_alarms.is_hiding and recipient.role = 'member')`

/** Somebody else has it since then, or it has ended since. */
const standsDown = sql<boolean>`((${isHeld} and ${sameEpoch}) or (${endedSince}))
  and not ${isTaker} and not ${phoneHasIt} and ${isQuiet}`

const itsNumber = sql`(select rung.phone from alarm_recipients as rung where rung.id = other.recipient_id)`

/**
 * A phone takes one call at a time: of several that are claimed at once the first is made. One whose time to be reported is over
 * rings no more. The number of each of them is looked up by its key: as a join a plan from a calm hour goes through all that
 * the phone was ever called about instead, a hundred times for one claim.
 */
export const phoneRings = (now: Date) => sql<boolean>`(exists (
  select from alarm_deliveries as other
  where other.channel = 'voice' and other.state = 'sending' and other.is_test in (true, false) and other.turn in (0, 1, 2)
    and other.id <> claimed.id and other.due_at > ${now} and ${itsNumber} = recipient.phone
  ) or exists (
  select from claimed as other
  where other.channel = 'voice' and other.provider_id is null and other.unanswered = 0
    and other.id < claimed.id and ${itsNumber} = recipient.phone))`

/** What each kind of message needs to be so (alarms/README.md). */
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
    -- Those who were never asked to come take it for nothing else.
    and (recipient.role = 'circle' or ${isQuiet})
  -- That the member has pressed again is so whatever comes after it, and they were told that it was sent.
  when 'update' then true
  else false end)`

import { readFileSync } from 'node:fs'
import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountMailKind } from '~/accounts/account-store.server'
import type { ChallengePurpose } from '~/accounts/passkeys/challenge.server'
import type { MailLinkPurpose } from '~/accounts/recovery/mail-link-store.server'
import type {
  Actor as AlarmActor,
  AlarmChannel,
  AlarmState,
  DeliveryKind,
  DeliveryState,
  Origin,
  RecipientRole,
  StepKind,
} from '~/alarms/alarm'
import type { EndedBy, Told } from '~/alarms/circle/circle'
import type { Place } from '~/alarms/raise/where/place'
import type { AnsweringDigit } from '~/alarms/voice/recordings'
import type { WalkState } from '~/alarms/walk/walk'
import type { Actor, BookingStatus, Said, Side } from '~/bookings/booking'
import type { DisputeEnd } from '~/bookings/paying/job-payment'
import type { DayPart, OfferAnswer } from '~/bookings/waiting/wait'
import type { BroadcastState } from '~/broadcasts/broadcast'
import type { BulkState } from '~/bulk/bulk'
import type { SignalFormat, SignalKind } from '~/centres/centre'
import type { SecurityStatus } from '~/companies/listing-store.server'
import type { Plan } from '~/companies/packages'
import type { ServicePlace } from '~/companies/services/place'
import type { ReviewState } from '~/companies/standing/review'
import type { CompanyBulkDeed } from '~/company-desk/company-bulk'
import type { Interest } from '~/contact/contact-interests'
import type { MessageState } from '~/contact/inbox'
import type { RingChoice } from '~/guards/guard'
import type { DeliveryState as WebhookState } from '~/integrations/hooks/hook-events'
import type { RewardState } from '~/membership/ambassador/reward'
import type { EndReason } from '~/membership/course/course'
import type { PushOwner } from '~/notifications/choices/push-store.server'
import type { TakenAs } from '~/notifications/replies/inbound-store.server'
import type { How, Purpose } from '~/outbox/consent'
import type { OutboxState } from '~/outbox/outbox'
import type { ReportedState } from '~/outbox/report-store.server'
import type { Unfit } from '~/payments/bank/bank-row'
import type { EventOutcome } from '~/payments/card/card-event-store.server'
import type { OrderKind } from '~/payments/card/card-order-store.server'
import type { ChargeKind, ChargeStatus } from '~/payments/charge'
import type { PaymentMethod } from '~/payments/ledger'
import type { SwishState } from '~/payments/swish/swish-request'
import type { BulkDeed } from '~/people/bulk/bulk'
import type { EntryKind } from '~/points/entry'
import type { Reached, TipReason } from '~/points/points'
import type { PostcodeState } from '~/postcodes/postcode'
import type { Decision } from '~/reviews/report/report-store.server'
import type { Channel } from '~/shared/channel'
import type { MemberStatus, Role } from '~/shared/role'
import type { SlotStatus } from '~/sponsorship/slot'
import type { Fee } from '~/statements/fee-parts'
import type { Outcome } from '~/upkeep/trial'
import type { DB } from '../../db/schema'

/* db/schema.ts has the words of every CHECK as a union (database-types.test.ts). This compares the product's own types
   with them in both directions: a word too many on either side does not compile. */

type Words<Table extends keyof DB, Column extends keyof Selectable<DB[Table]>> = NonNullable<
  Selectable<DB[Table]>[Column]
>
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? 'same' : 'less') : 'more'

const held = {
  'account_mail_requests.kind': 'same' satisfies Same<AccountMailKind, Words<'account_mail_requests', 'kind'>>,
  'alarm_deliveries.channel': 'same' satisfies Same<AlarmChannel, Words<'alarm_deliveries', 'channel'>>,
  'alarm_deliveries.digit': 'same' satisfies Same<AnsweringDigit, Words<'alarm_deliveries', 'digit'>>,
  'alarm_centres.format': 'same' satisfies Same<SignalFormat, Words<'alarm_centres', 'format'>>,
  'alarm_deliveries.kind': 'same' satisfies Same<DeliveryKind, Words<'alarm_deliveries', 'kind'>>,
  'alarm_deliveries.state': 'same' satisfies Same<DeliveryState, Words<'alarm_deliveries', 'state'>>,
  'alarm_recipients.role': 'same' satisfies Same<RecipientRole, Words<'alarm_recipients', 'role'>>,
  'alarm_steps.kind': 'same' satisfies Same<StepKind, Words<'alarm_steps', 'kind'>>,
  'alarm_timeline.actor_kind': 'same' satisfies Same<AlarmActor['kind'], Words<'alarm_timeline', 'actor_kind'>>,
  'ambassador_rewards.state': 'same' satisfies Same<RewardState, Words<'ambassador_rewards', 'state'>>,
  'booking_waits.part': 'same' satisfies Same<DayPart, Words<'booking_waits', 'part'>>,
  'offered_times.answer': 'same' satisfies Same<OfferAnswer, Words<'offered_times', 'answer'>>,
  'booking_changes.by': 'same' satisfies Same<Actor, Words<'booking_changes', 'by'>>,
  'booking_series.ended_by': 'same' satisfies Same<Actor, Words<'booking_series', 'ended_by'>>,
  'bookings.cancelled_by': 'same' satisfies Same<Actor, Words<'bookings', 'cancelled_by'>>,
  'booking_messages.by': 'same' satisfies Same<Side, Words<'booking_messages', 'by'>>,
  'bookings.place': 'same' satisfies Same<ServicePlace, Words<'bookings', 'place'>>,
  'bookings.dropped_by': 'same' satisfies Same<Side, Words<'bookings', 'dropped_by'>>,
  'bookings.proposed_by': 'same' satisfies Same<Side, Words<'bookings', 'proposed_by'>>,
  'bookings.said': 'same' satisfies Same<Said['deed'], Words<'bookings', 'said'>>,
  'bookings.status': 'same' satisfies Same<BookingStatus, Words<'bookings', 'status'>>,
  'broadcasts.purpose': 'same' satisfies Same<Purpose, Words<'broadcasts', 'purpose'>>,
  'broadcasts.state': 'same' satisfies Same<BroadcastState, Words<'broadcasts', 'state'>>,
  'bulk_jobs.deed': 'same' satisfies Same<BulkDeed | CompanyBulkDeed, Words<'bulk_jobs', 'deed'>>,
  'bulk_jobs.state': 'same' satisfies Same<BulkState, Words<'bulk_jobs', 'state'>>,
  'backup_trials.outcome': 'same' satisfies Same<Outcome, Words<'backup_trials', 'outcome'>>,
  'bank_rows.because': 'same' satisfies Same<Unfit, Words<'bank_rows', 'because'>>,
  'card_events.outcome': 'same' satisfies Same<EventOutcome, Words<'card_events', 'outcome'>>,
  'card_orders.kind': 'same' satisfies Same<OrderKind, Words<'card_orders', 'kind'>>,
  'centre_signals.kind': 'same' satisfies Same<SignalKind, Words<'centre_signals', 'kind'>>,
  'charges.kind': 'same' satisfies Same<ChargeKind, Words<'charges', 'kind'>>,
  'charges.status': 'same' satisfies Same<ChargeStatus, Words<'charges', 'status'>>,
  'companies.plan': 'same' satisfies Same<Plan, Words<'companies', 'plan'>>,
  'companies.review_state': 'same' satisfies Same<ReviewState, Words<'companies', 'review_state'>>,
  'companies.security_status': 'same' satisfies Same<SecurityStatus, Words<'companies', 'security_status'>>,
  'consents.purpose': 'same' satisfies Same<Purpose, Words<'consents', 'purpose'>>,
  'consents.withdrawn_how': 'same' satisfies Same<How, Words<'consents', 'withdrawn_how'>>,
  'contact_messages.interest': 'same' satisfies Same<Interest, Words<'contact_messages', 'interest'>>,
  'contact_messages.state': 'same' satisfies Same<MessageState, Words<'contact_messages', 'state'>>,
  'fee_entries.kind': 'same' satisfies Same<Fee['kind'], Words<'fee_entries', 'kind'>>,
  'guards.rings': 'same' satisfies Same<RingChoice, Words<'guards', 'rings'>>,
  'job_payments.disputed_by': 'same' satisfies Same<Side, Words<'job_payments', 'disputed_by'>>,
  'job_payments.ended_how': 'same' satisfies Same<DisputeEnd, Words<'job_payments', 'ended_how'>>,
  'mail_links.purpose': 'same' satisfies Same<MailLinkPurpose, Words<'mail_links', 'purpose'>>,
  'member_events.from_status': 'same' satisfies Same<MemberStatus, Words<'member_events', 'from_status'>>,
  'member_events.to_status': 'same' satisfies Same<MemberStatus, Words<'member_events', 'to_status'>>,
  'memberships.ended_because': 'same' satisfies Same<EndReason, Words<'memberships', 'ended_because'>>,
  'outbox_messages.channel': 'same' satisfies Same<Channel, Words<'outbox_messages', 'channel'>>,
  'outbox_messages.purpose': 'same' satisfies Same<Purpose, Words<'outbox_messages', 'purpose'>>,
  'outbox_messages.state': 'same' satisfies Same<OutboxState, Words<'outbox_messages', 'state'>>,
  'passkey_challenges.purpose': 'same' satisfies Same<ChallengePurpose, Words<'passkey_challenges', 'purpose'>>,
  'payments.method': 'same' satisfies Same<PaymentMethod, Words<'payments', 'method'>>,
  'phone_proofs.owner_kind': 'same' satisfies Same<PushOwner['kind'], Words<'phone_proofs', 'owner_kind'>>,
  'plan_changes.plan': 'same' satisfies Same<Plan, Words<'plan_changes', 'plan'>>,
  'point_entries.kind': 'same' satisfies Same<EntryKind, Words<'point_entries', 'kind'>>,
  'point_marks.why': 'same' satisfies Same<Reached | TipReason, Words<'point_marks', 'why'>>,
  'postcodes.state': 'same' satisfies Same<PostcodeState, Words<'postcodes', 'state'>>,
  'profiles.member_status': 'same' satisfies Same<MemberStatus, Words<'profiles', 'member_status'>>,
  'profiles.user_role': 'same' satisfies Same<Role, Words<'profiles', 'user_role'>>,
  'push_subscriptions.owner_kind': 'same' satisfies Same<PushOwner['kind'], Words<'push_subscriptions', 'owner_kind'>>,
  'review_reports.decision': 'same' satisfies Same<Decision, Words<'review_reports', 'decision'>>,
  'safety_alarms.origin': 'same' satisfies Same<Origin, Words<'safety_alarms', 'origin'>>,
  'safety_alarms.place': 'same' satisfies Same<Place, Words<'safety_alarms', 'place'>>,
  'safety_alarms.status': 'same' satisfies Same<AlarmState, Words<'safety_alarms', 'status'>>,
  'season_slots.status': 'same' satisfies Same<SlotStatus, Words<'season_slots', 'status'>>,
  'services.place': 'same' satisfies Same<ServicePlace, Words<'services', 'place'>>,
  'sms_received.taken_as': 'same' satisfies Same<TakenAs, Words<'sms_received', 'taken_as'>>,
  'sms_reports.state': 'same' satisfies Same<ReportedState, Words<'sms_reports', 'state'>>,
  'sponsor_slots.status': 'same' satisfies Same<SlotStatus, Words<'sponsor_slots', 'status'>>,
  'webhook_deliveries.state': 'same' satisfies Same<WebhookState, Words<'webhook_deliveries', 'state'>>,
  'circle_people.ended_by': 'same' satisfies Same<EndedBy, Words<'circle_people', 'ended_by'>>,
  'circle_people.told': 'same' satisfies Same<Told, Words<'circle_people', 'told'>>,
  'swish_requests.state': 'same' satisfies Same<SwishState, Words<'swish_requests', 'state'>>,
  'walks.state': 'same' satisfies Same<WalkState, Words<'walks', 'state'>>,
}

/** Columns whose words only one store uses, by the schema's own type. */
const unnamed = [
  'alarm_steps.state',
  'alarm_updates.author_kind',
  'alarm_updates.kind',
  'auditor_words.channel',
  'booking_changes.kind',
  'card_orders.state',
  'daily_figures.what',
  'given_months.source',
  'receipts.kind',
]

test('every column that a CHECK limits to some words has a type of the product, or is listed as having none', () => {
  expect(columnsOfWords().sort()).toEqual([...Object.keys(held), ...unnamed].sort())
})

function columnsOfWords(): string[] {
  const schema = readFileSync('db/schema.ts', 'utf8')
  const tableOf = new Map([...schema.matchAll(/^ {2}(\w+): ([A-Z]\w+);$/gm)].map(([, table, name]) => [name, table]))
  return [...schema.matchAll(/export interface (\w+) \{([^}]*)\}/g)].flatMap(([, name, body = '']) =>
    [...body.matchAll(/^ {2}(\w+): [^;]*"[^"]+" \| "/gm)].map(([, column]) => `${tableOf.get(name)}.${column}`),
  )
}

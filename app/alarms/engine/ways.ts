import { type RingChoice, wantsRing } from '~/guards/public'
import { inSteps } from '~/shared/back-off'
import { namesOf } from '~/shared/chosen'
import { type AlarmChannel, alarmChannels, type DeliveryKind, type RecipientRole } from '../alarm'

/** A possible recipient of an alarm's messages, and the channels by which they can be reached. */
export type Callee = {
  role: RecipientRole
  /** For partners: the company, and the guard unless the recipient is the company's owner. */
  companyId: string | null
  guardId: string | null
  /** For operators and the member. */
  profileId: string | null
  /** For a company's owner: the person whose browsers get the push. */
  ownerId?: string | null
  /** For the circle (those whom the member named). */
  circleId?: string
  name: string
  phone: string | null
  email: string | null
  hasPush: boolean
  /** Only used for guards: nobody else's phone rings. */
  rings: RingChoice
  /** For a company itself: its alarms also go to a larmcentral. */
  hasCentre: boolean
}

type Way = {
  /** Used at once, as the fallback, or only by a step of its own in the policy. */
  goes: 'at once' | 'last' | 'by its step'
  /** The kinds of message this channel may carry. All if left out. */
  says?: readonly DeliveryKind[]
  /**
   * How many sends may be out at once, for alarms and for tests: a slow provider fills only its own channel's slots.
   */
  places: { alarm: number; test: number }
  reaches(callee: Callee, isTest: boolean): boolean
}

/** All channels and everything the engine needs to know about each. The sending is in send-delivery. */
const ways: Record<AlarmChannel, Way> = {
  sms: { goes: 'at once', places: { alarm: 100, test: 4 }, reaches: ({ phone }) => phone !== null },
  push: { goes: 'at once', places: { alarm: 100, test: 4 }, reaches: ({ hasPush }) => hasPush },
  mail: { goes: 'last', places: { alarm: 20, test: 2 }, reaches: ({ email }) => email !== null },
  voice: {
    goes: 'by its step',
    says: ['call'],
    places: { alarm: 20, test: 2 },
    reaches: ({ phone, rings }, isTest) => phone !== null && wantsRing(rings, isTest),
  },
  centre: {
    goes: 'at once',
    says: ['call', 'update', 'closed'],
    places: { alarm: 50, test: 4 },
    reaches: ({ hasCentre }) => hasCentre,
  },
}

/** The channels that may carry this kind of message. */
export const waysThatSay = (kind: DeliveryKind): AlarmChannel[] =>
  alarmChannels.filter((channel) => ways[channel].says?.includes(kind) ?? true)

/** A number per channel: how many sends are out, or how many slots are free. */
export type Room = Record<AlarmChannel, number>

/** Free slots of a lane, given how many sends are out. */
export function roomIn(lane: 'alarm' | 'test', out: (channel: AlarmChannel) => number): Room {
  // Clamped at 0: slots may be reserved while a look that uses them all is under way, briefly exceeding the limit.
  const left = namesOf(ways).map((channel) => [channel, Math.max(0, ways[channel].places[lane] - out(channel))])
  return Object.fromEntries(left) as Room
}

/**
 * All fast channels at once. Mail is the fallback: used when there is no other, on repeated calls, and always for
 * operators, who may sit at a screen. A centre is nobody's phone, so a recipient with only a centre gets a mail too.
 * `only` restricts the result to one channel.
 */
export function waysTo(callee: Callee, round: number, isTest: boolean, only?: AlarmChannel): AlarmChannel[] {
  const open = alarmChannels.filter((channel) => ways[channel].reaches(callee, isTest))
  if (only && ways[only].goes === 'by its step') return open.filter((channel) => channel === only)
  // A test has no `ring` step: a recipient who wants to be rung about tests is rung at once.
  const usual = open.filter((channel) => isTest || ways[channel].goes !== 'by its step')
  const fast = usual.filter((channel) => ways[channel].goes !== 'last')
  const taken = fast.every((channel) => channel === 'centre') || round > 1 || callee.role === 'operator' ? usual : fast
  return only ? taken.filter((channel) => channel === only) : taken
}

/** One message to one recipient about one alarm, with the channels it goes by. */
export type Call = {
  alarmId: string
  isTest: boolean
  callee: Callee
  kind: DeliveryKind
  round: number
  channels: AlarmChannel[]
}

export function callsTo(
  callees: readonly Callee[],
  alarm: { id: string; isTest: boolean },
  kind: DeliveryKind,
  round: number,
  only?: AlarmChannel,
): Call[] {
  return callees.map((callee) => ({
    alarmId: alarm.id,
    isTest: alarm.isTest,
    callee,
    kind,
    round,
    channels: waysTo(callee, round, alarm.isTest, only),
  }))
}

/**
 * Priority when more is waiting than can be sent: 0 for first calls and what the taker needs, 1 for repeats, 2 for
 * messages that spare somebody a trip. A call to somebody who has been called about the alarm before is a repeat.
 */
export type Turn = 0 | 1 | 2
export const repeated: Turn = 1
export const last: Turn = 2
export const turnOf = {
  call: 0,
  details: 0,
  nobody: 0,
  update: 1,
  released: 1,
  overtaken: 1,
  safe: 1,
  late: 1,
  taken: 2,
  joined: 2,
  closed: 2,
} as const satisfies Record<DeliveryKind, Turn>

/** Those who can come are called before those who only want to know. */
export const turnFor = ({ kind, callee }: Pick<Call, 'kind' | 'callee'>): Turn =>
  callee.role === 'circle' ? last : turnOf[kind]

/** From this many simultaneous calls to one phone, they are merged into one message: nobody reads twenty. */
export const togetherFrom = 3

/** Seconds until a message that was never answered is retried; by then its delivery report has often arrived. */
export const onceMoreAfterS = 3

export const pauseAfter = inSteps(1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60)

/** From this many failed tries the fallback channel is used as well, instead of waiting for the provider to recover. */
export const passOnAfter = 3

/**
 * The lease of a claim, in seconds. It is renewed while the send is out, so it only runs out when the process has gone.
 */
export const leaseS = 6

/**
 * Seconds from when the provider accepts a phone call until its report is due: it rings, somebody listens three times
 * and presses a key. Without a report by then the outcome is unknown, and the call is not repeated.
 */
export const airS = 100

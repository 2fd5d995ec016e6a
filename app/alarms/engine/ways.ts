import { type RingChoice, wantsRing } from '~/guards/public'
import { inSteps } from '~/shared/back-off'
import { namesOf } from '~/shared/chosen'
import { type AlarmChannel, alarmChannels, type DeliveryKind, type RecipientRole } from '../alarm'

/** Somebody an alarm is for, and how they can be reached. */
export type Callee = {
  role: RecipientRole
  /** For partners: the company, and the guard unless it is the company's owner. */
  companyId: string | null
  guardId: string | null
  /** For operators and the member. */
  profileId: string | null
  /** Of a company's owner: whose browsers theirs are. */
  ownerId?: string | null
  /** For those whom the member named. */
  circleId?: string
  name: string
  phone: string | null
  email: string | null
  hasPush: boolean
  /** Of a guard; nobody else's phone rings. */
  rings: RingChoice
  /** Of a company itself: its alarms go to a larmcentral too. */
  hasCentre: boolean
}

type Way = {
  /** Taken at once, taken when nobody looks, or by a step of its own in the policy. */
  goes: 'at once' | 'last' | 'by its step'
  /** What may be said that way, where that is not everything. */
  says?: readonly DeliveryKind[]
  /** How many may be out at once, of alarms and of tests: a provider that is slow fills its own places, and nobody else's. */
  places: { alarm: number; test: number }
  reaches(callee: Callee, isTest: boolean): boolean
}

/** Every way there is, and all that the engine has to know of it. How it is sent is in send-delivery. */
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

/** The ways by which something of this kind may be said to whoever was called by them. */
export const waysThatSay = (kind: DeliveryKind): AlarmChannel[] =>
  alarmChannels.filter((channel) => ways[channel].says?.includes(kind) ?? true)

/** A number of each way: how many are out, how many there is room for. */
export type Room = Record<AlarmChannel, number>

/** What is left of the places of a lane, when so many are out. */
export function roomIn(lane: 'alarm' | 'test', out: (channel: AlarmChannel) => number): Room {
  // Places may be kept while a look is on its way with all of them: more are out for a moment than there are.
  const left = namesOf(ways).map((channel) => [channel, Math.max(0, ways[channel].places[lane] - out(channel))])
  return Object.fromEntries(left) as Room
}

/**
 * Every fast way at once. A mail is the last way: when there is no other, when everyone is called again, and
 * always to operators, who may sit by a screen. A centre is nobody's phone: whoever has nothing else has a letterbox too. By
 * nothing but `only`, where that is said.
 */
export function waysTo(callee: Callee, round: number, isTest: boolean, only?: AlarmChannel): AlarmChannel[] {
  const open = alarmChannels.filter((channel) => ways[channel].reaches(callee, isTest))
  if (only && ways[only].goes === 'by its step') return open.filter((channel) => channel === only)
  // A test has no steps but its end: whoever asked to be reached by such a way is, at once.
  const usual = open.filter((channel) => isTest || ways[channel].goes !== 'by its step')
  const fast = usual.filter((channel) => ways[channel].goes !== 'last')
  const taken = fast.every((channel) => channel === 'centre') || round > 1 || callee.role === 'operator' ? usual : fast
  return only ? taken.filter((channel) => channel === only) : taken
}

/** One thing to say to one person about one alarm, by every way that is named. */
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
 * Whose turn it is when more waits than can be sent: first calls and what whoever goes there needs, then what is said
 * again, then what spares somebody a way. A call to somebody who has been called about the alarm before is a repeat.
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

/** Whoever can come goes before whoever wants to know. */
export const turnFor = ({ kind, callee }: Pick<Call, 'kind' | 'callee'>): Turn =>
  callee.role === 'circle' ? last : turnOf[kind]

/** From so many calls at once to one phone on they are one message: nobody reads twenty. */
export const togetherFrom = 3

/** Seconds until a message that was never answered is said once more; by then it is often reported. */
export const onceMoreAfterS = 3

export const pauseAfter = inSteps(1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60)

/** From this many failed tries on the next way is taken as well: nobody waits for a provider to recover. */
export const passOnAfter = 3

/** Seconds that a claim lasts. It is renewed while the call is out, so that it only lapses when we are gone. */
export const leaseS = 6

/**
 * Seconds that a phone call may last, from when the provider took it: it rings, somebody listens three times and presses. What
 * became of one that nobody has reported by then is not known, and it is not made again.
 */
export const airS = 100

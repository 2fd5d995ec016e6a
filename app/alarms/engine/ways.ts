import { inSteps } from '~/shared/back-off'
import { type Channel, channels } from '~/shared/channel'
import type { DeliveryKind, RecipientRole } from '../alarm'

/** Somebody an alarm is for, and how they can be reached. */
export type Callee = {
  role: RecipientRole
  /** For partners: the company, and the guard unless it is the company's owner. */
  companyId: string | null
  guardId: string | null
  /** For operators and the member. */
  profileId: string | null
  name: string
  phone: string | null
  email: string | null
  hasPush: boolean
}

/** Whether somebody can be reached that way at all, and whether they look at once. */
const ways = {
  sms: { isFast: true, reaches: ({ phone }) => phone !== null },
  push: { isFast: true, reaches: ({ hasPush }) => hasPush },
  mail: { isFast: false, reaches: ({ email }) => email !== null },
} as const satisfies Record<Channel, { isFast: boolean; reaches(callee: Callee): boolean }>

/**
 * Every fast way at once. A mail is the last way: when there is no other, when everyone is called again, and
 * always to operators, who may sit by a screen.
 */
export function waysTo(callee: Callee, round: number): Channel[] {
  const open = channels.filter((channel) => ways[channel].reaches(callee))
  const fast = open.filter((channel) => ways[channel].isFast)
  return fast.length === 0 || round > 1 || callee.role === 'operator' ? open : fast
}

/** One thing to say to one person about one alarm, by every way that is named. */
export type Call = {
  alarmId: string
  isTest: boolean
  callee: Callee
  kind: DeliveryKind
  round: number
  channels: Channel[]
}

export function callsTo(
  callees: readonly Callee[],
  alarm: { id: string; isTest: boolean },
  kind: DeliveryKind,
  round: number,
): Call[] {
  return callees.map((callee) => ({
    alarmId: alarm.id,
    isTest: alarm.isTest,
    callee,
    kind,
    round,
    channels: waysTo(callee, round),
  }))
}

/**
 * Whose turn it is when more waits than can be sent: first calls and what whoever goes there needs, then what is said
 * again, then what spares somebody a way. A call to somebody who has been called about the alarm before is a repeat.
 */
export type Turn = 0 | 1 | 2
export const repeated: Turn = 1
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

/** From so many calls at once to one phone on they are one message: nobody reads twenty. */
export const togetherFrom = 3

/** Seconds until a message that was never answered is said once more; by then it is often reported. */
export const onceMoreAfterS = 3

export const pauseAfter = inSteps(1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60)

/** From this many failed tries on the next way is taken as well: nobody waits for a provider to recover. */
export const passOnAfter = 3

/** Seconds that a claim lasts. It is renewed while the call is out, so that it only lapses when we are gone. */
export const leaseS = 6

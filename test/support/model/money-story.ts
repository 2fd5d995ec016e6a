import fc from 'fast-check'

/**
 * What can happen to money, as a list of deeds that fast-check generates by a seed and shrinks after a failure.
 * money-deeds.ts carries them out; money-invariants.ts checks after each.
 * `who` and `which` are taken modulo the number of items: of three members the fourth is the first.
 */
export type Deed =
  /** A member starts a subscription by card, or opens its checkout page. */
  | { do: 'subscribe'; side: Side; who: number }
  | { do: 'open checkout'; side: Side; which: number }
  /** An open checkout is filled in, any number of times. */
  | { do: 'fill in'; which: number }
  /** The card's bank refuses the next payments, or accepts them again. */
  | { do: 'bank of card'; which: number; saysNo: boolean }
  /** Webhook events in any order. Events that were heard may be repeated, with the same id or another. */
  | { do: 'hear'; which: number; as: 'new' | 'the same again' | 'another name' }
  | { do: 'provider'; isWell: boolean }
  | { do: 'carry out' }
  /** A bank file pays any charge that ever existed. */
  | { do: 'bank'; which: number; times: 1 | 2; wrongBy: number }
  /** An administrator marks one charge as paid, or with it all open charges of its payer, in one request. */
  | { do: 'tick off'; which: number; withRest?: boolean }
  | { do: 'pay out'; which: number }
  | { do: 'leave' | 'stay' | 'withdraw' | 'return' | 'move' | 'give' | 'take back' | 'delete'; who: number }
  | { do: 'sponsor' | 'season'; who: number; ahead: number }
  | { do: 'release'; who: number; which: number }
  | { do: 'close'; who: number }
  /** An administrator shuts somebody out or lets them in again: by a block, or by another role. */
  | { do: 'block' | 'unblock' | 'appoint' | 'dismiss'; side: Side; who: number }
  | { do: 'book'; who: number; where: number; ahead: number }
  | { do: BookingDeedName; which: number; by: Side }
  | { do: 'wait'; days: number }

export type Side = 'member' | 'company'

export const bookingDeedNames = [
  'confirm',
  'decline',
  'complete',
  'no-show',
  'take back done',
  'cancel',
  'propose',
  'accept',
  'refuse',
  'withdraw from',
] as const
export type BookingDeedName = (typeof bookingDeedNames)[number]

const any = fc.nat({ max: 11 })
const side = fc.constantFrom<Side>('member', 'member', 'company')

const kinds = (deed: Deed['do'], weight: number, rest: Record<string, fc.Arbitrary<unknown>>) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(deed), ...rest }) as fc.Arbitrary<Deed>,
})

const deed = fc.oneof(
  kinds('subscribe', 4, { side, who: any }),
  kinds('open checkout', 4, { side, which: any }),
  kinds('fill in', 7, { which: any }),
  kinds('bank of card', 1, { which: any, saysNo: fc.boolean() }),
  kinds('hear', 9, { which: any, as: fc.constantFrom('new', 'new', 'new', 'the same again', 'another name') }),
  kinds('provider', 1, { isWell: fc.boolean() }),
  kinds('carry out', 3, {}),
  kinds('bank', 5, { which: any, times: fc.constantFrom(1, 1, 2), wrongBy: fc.constantFrom(0, 0, 0, 100) }),
  kinds('tick off', 4, { which: any, withRest: fc.boolean() }),
  kinds('pay out', 1, { which: any }),
  ...(['leave', 'stay', 'withdraw', 'return', 'move', 'give', 'take back'] as const).map((name) =>
    kinds(name, 2, { who: any }),
  ),
  kinds('delete', 1, { who: any }),
  kinds('sponsor', 3, { who: any, ahead: fc.nat({ max: 4 }) }),
  kinds('season', 2, { who: any, ahead: fc.nat({ max: 4 }) }),
  kinds('release', 1, { who: any, which: any }),
  kinds('close', 1, { who: any }),
  ...(['block', 'unblock', 'appoint', 'dismiss'] as const).map((name) => kinds(name, 1, { side, who: any })),
  kinds('book', 4, { who: any, where: any, ahead: fc.integer({ min: 1, max: 20 }) }),
  ...bookingDeedNames.map((name) => kinds(name, 1, { which: any, by: side })),
  kinds('wait', 14, { days: fc.constantFrom(1, 3, 7, 8, 14, 25, 31, 46) }),
)

export const story = (most: number) => fc.array(deed, { minLength: 1, maxLength: most, size: 'max' })

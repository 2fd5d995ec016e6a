import fc from 'fast-check'

/**
 * What can happen to alarms and engines, as a list of deeds that fast-check generates by a seed and shrinks after a
 * failure. engine-world.ts carries them out; engine-invariants.ts checks after each.
 */

/** How the provider treats one message. */
export type How =
  | 'well'
  /** The phone receives it twice. */
  | 'twice'
  /** Lost at the provider, and its answer is lost too. */
  | 'lost'
  /** Delivered, but the connection was cut before the answer. */
  | 'cut'
  | 'temporary'
  | 'permanent'

export const says = ['JA', 'NEJ', 'OCKSÅ', 'ÖVER', 'FRAMME', 'KLAR', 'Ok då'] as const
/** Which call's reply word an SMS carries. */
export type Carries = { word: 'own' | 'another phone’s'; which: number } | { word: 'none' | 'wrong' }

type One = 0 | 1
export type LaneName = 'alarm' | 'test'

export type Deed =
  /** `again`: a retry of the same press, as by a phone without connection. */
  /**
   * `at`: the process that serves the press and claims its first messages in the same commit; null if no engine has
   * free slots.
   */
  | { do: 'press'; by: One; again: boolean; at: One | null }
  | { do: 'test'; by: One }
  | { do: 'safe'; by: One }
  | { do: 'claim'; engine: One; lane: LaneName; room: number }
  | { do: 'send'; engine: One; which: number; how: How }
  | { do: 'settle'; engine: One; which: number }
  | { do: 'steps'; engine: One; lane: LaneName }
  /** A healthy engine in one lane: claims, sends, records the results, and carries out due steps. */
  | { do: 'work'; engine: One; lane: LaneName }
  /** Polls while a hanging process holds row locks on what is due. */
  | { do: 'pass by'; engine: One; held: 'deliveries' | 'steps' | 'alarms' }
  /** A process is killed and replaced by one with empty memory. */
  | { do: 'die'; engine: One }
  | { do: 'stop'; engine: One }
  | { do: 'go on'; engine: One }
  | { do: 'report'; which: number; state: 'delivered' | 'failed' }
  | { do: 'reply'; phone: number; says: (typeof says)[number]; carries: Carries }
  | { do: 'take' | 'take over' | 'come too' | 'arrive' | 'hand back' | 'close'; who: number; which: number }
  /** A guard goes on or off duty. */
  | { do: 'duty'; who: number; isOn: boolean }
  /** How the provider treats everything from now on. */
  | { do: 'provider'; takes: How }
  /** The database does not respond for that long: leases cannot be renewed and results cannot be recorded. */
  | { do: 'silence'; seconds: number }
  | { do: 'wait'; seconds: number }
  | { do: 'audit' }

/** A random sequence of deeds, and the clock skew of the two engines, as much as NTP allows. */
export type Story = { skews: [number, number]; deeds: Deed[] }

const one = fc.constantFrom<One>(0, 1)
const lane = fc.constantFrom<LaneName>('alarm', 'alarm', 'alarm', 'test')
/** Index modulo the number of items, so that it always hits one if there is any. */
const which = fc.nat(7)
const how = fc.constantFrom<How>('well', 'well', 'well', 'twice', 'lost', 'cut', 'cut', 'temporary', 'permanent')

const carries: fc.Arbitrary<Carries> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ word: fc.constant('own' as const), which }) },
  { weight: 1, arbitrary: fc.record({ word: fc.constant('another phone’s' as const), which }) },
  { weight: 2, arbitrary: fc.record({ word: fc.constantFrom('none' as const, 'wrong' as const) }) },
)

const press = fc.record({
  do: fc.constant('press' as const),
  by: one,
  again: fc.constantFrom(false, false, false, true),
  at: fc.constantFrom<One | null>(0, 0, 1, null),
})

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: press },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('test' as const), by: one }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('safe' as const), by: one }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('claim' as const), engine: one, lane, room: fc.constantFrom(1, 3, 100) }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('send' as const), engine: one, which, how }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('settle' as const), engine: one, which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('steps' as const), engine: one, lane }) },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('work' as const), engine: one, lane }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pass by' as const),
      engine: one,
      held: fc.constantFrom('deliveries' as const, 'steps' as const, 'alarms' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('die' as const, 'stop' as const), engine: one }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('go on' as const), engine: one }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which,
      state: fc.constantFrom('delivered' as const, 'delivered' as const, 'failed' as const),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('reply' as const),
      phone: fc.nat(3),
      says: fc.constantFrom(...says, 'JA' as const, 'NEJ' as const),
      carries,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'take' as const,
        'take' as const,
        'take over' as const,
        'come too' as const,
        'arrive' as const,
        'hand back' as const,
        'close' as const,
      ),
      who: fc.nat(5),
      which: fc.nat(2),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 2, 3, 5, 7, 15, 20, 40, 60, 61, 121, 301, 601, 3_601),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('duty' as const), who: fc.nat(4), isOn: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('provider' as const),
      takes: fc.constantFrom<How>('well', 'well', 'lost', 'cut', 'permanent'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('silence' as const), seconds: fc.constantFrom(7, 30, 301) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('audit' as const) }) },
)

/** Begins with a press; usually everybody is called before anything else happens. */
export const story = (most: number): fc.Arbitrary<Story> =>
  fc.record({
    skews: fc.constantFrom<[number, number]>([0, 0], [0, 5], [-2, 3], [2, -2]),
    deeds: fc
      .tuple(press, fc.boolean(), fc.array(deed, { minLength: Math.floor(most / 3), maxLength: most, size: 'max' }))
      .map(([first, isCalled, rest]) => [
        first,
        ...(isCalled ? [{ do: 'work' as const, engine: 0 as const, lane: 'alarm' as const }] : []),
        ...rest,
      ]),
  })

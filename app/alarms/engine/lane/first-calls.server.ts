import type { House } from '~/platform/house.server'
import type { FirstCalls, Places } from '~/platform/work/first-calls.server'
import type { AlarmChannel } from '../../alarm'
import { asSaid } from '../../words/said-together'
import { alarmRunner } from '../alarm-runner.server'
import { type Claimed, giveBackFirstCalls, lacksWord, withWords } from '../delivery-store.server'
import { leaseS } from '../ways'

type Ports = Pick<House, 'db' | 'clock' | 'log'>

type Lane = {
  /** Whether there are free slots for this many messages per channel, and no older message waits. */
  mayKeep(ofEach: Readonly<Record<string, number>>): boolean
  /** Sends claimed deliveries; resolves when the outcomes are written. */
  takeOff(calls: readonly Claimed[], as: { ready: Promise<readonly Claimed[]> }): Promise<unknown>
  /** Slots were reserved in vain and are free again. */
  freed(): void
  /** There are first calls that no process has claimed. */
  look(): void
}

/**
 * How long after it was made a claim from the commit may be used: as long as any claim goes without renewal. After
 * that, a process whose clock is ahead may have claimed the rows already.
 */
const freshMs = 1_000

export type KeptPlaces = FirstCalls & {
  /** Number of reserved slots of a channel. */
  count(channel: AlarmChannel): number
  /**
   * Whether a notification is about an alarm whose first messages this process is sending itself. True once per alarm.
   */
  isOwn(alarmId: string): boolean
  /** Called once a second. Retries releasing the claims that could not be released yet. */
  sweep(): void
  idle(): Promise<unknown>
}

/** Reserves a lane's send slots for first messages of alarms being committed in this process (docs/decisions/0225). */
export function keepFirstCalls(house: () => Ports, lane: Lane): KeptPlaces {
  const kept = new Map<Places, { ofEach: Readonly<Record<string, number>>; ended: Promise<void> }>()
  const own = new Set<string>()
  const lost = new Set<string>()

  const giveBack = alarmRunner(house, async () => {
    const { db, clock } = house()
    const ids = [...lost]
    if (ids.length === 0) return false
    await giveBackFirstCalls(db, ids, clock.now())
    for (const id of ids) lost.delete(id)
    lane.look()
    return false
  })

  function keep(alarmId: string, ofEach: Readonly<Record<string, number>>): Places | null {
    if (!lane.mayKeep(ofEach)) return null
    const { clock } = house()
    const begun = clock.now().getTime()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const leave = () => {
      kept.delete(places)
      end()
    }
    const lose = () => {
      leave()
      own.delete(alarmId)
      lost.add(alarmId)
      void giveBack.run()
    }
    const places: Places = {
      until: new Date(begun + leaseS * 1000),
      fill(calls: readonly Claimed[]) {
        if (clock.now().getTime() - begun > freshMs) return lose()
        for (const said of asSaid(calls)) void send(said)
        leave()
      },
      free() {
        leave()
        own.delete(alarmId)
        lane.freed()
      },
      lose,
    }
    // Set before the commit: the NOTIFY may arrive before the answer to the commit.
    own.add(alarmId)
    kept.set(places, { ofEach, ended })
    return places
  }

  async function send(calls: readonly Claimed[]) {
    const { db, clock } = house()
    const now = clock.now()
    // A call may lack its word: a concurrent call took the word drawn for it, or the phone has all words in use.
    const ready = calls.some(lacksWord) ? withWords(db, calls, now) : Promise.resolve(calls)
    await lane.takeOff(calls, { ready })
  }

  return {
    keep,
    count: (channel) => kept.values().reduce((sum, { ofEach }) => sum + (ofEach[channel] ?? 0), 0),
    isOwn: (alarmId) => own.delete(alarmId),
    sweep() {
      own.clear()
      if (lost.size > 0) void giveBack.run()
    },
    async idle() {
      await Promise.all([...kept.values()].map(({ ended }) => ended))
      await giveBack.idle()
    },
  }
}

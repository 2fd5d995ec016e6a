import type { House } from '~/platform/house.server'
import type { FirstCalls, Places } from '~/platform/work/first-calls.server'
import type { AlarmChannel } from '../../alarm'
import { asSaid } from '../../words/said-together'
import { alarmRunner } from '../alarm-runner.server'
import { type Claimed, giveBackFirstCalls, lacksWord, withWords } from '../delivery-store.server'
import { leaseS } from '../ways'

type Ports = Pick<House, 'db' | 'clock' | 'log'>

type Lane = {
  /** There is room for so many of each way, and nobody waits who came before. */
  mayKeep(ofEach: Readonly<Record<string, number>>): boolean
  /** Sends what is claimed; fulfilled when it is written down. */
  takeOff(calls: readonly Claimed[], as: { ready: Promise<readonly Claimed[]> }): Promise<unknown>
  /** Places are free that were kept for nothing. */
  freed(): void
  /** There are calls that were nobody's. */
  look(): void
}

/**
 * A claim is as good as new for as long as one goes without being renewed: others whose clocks are ahead may have what was
 * committed later than that.
 */
const freshMs = 1_000

export type KeptPlaces = FirstCalls & {
  /** How many places of a way are kept. */
  count(channel: AlarmChannel): number
  /** Whether the word of this change is about first messages that are here already. Said once. */
  isOwn(alarmId: string): boolean
  /** Once a second: what was lost and could not be given back yet is tried again. */
  sweep(): void
  idle(): Promise<unknown>
}

/** Keeps places of a lane for the first messages of alarms that are being committed in this process (docs/decisions/0225). */
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
    // Before it is committed: the word of it may be heard before the answer.
    own.add(alarmId)
    kept.set(places, { ofEach, ended })
    return places
  }

  async function send(calls: readonly Claimed[]) {
    const { db, clock } = house()
    const now = clock.now()
    // Another call took the word that was drawn at the same moment, or the phone has them all.
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

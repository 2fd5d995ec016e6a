import { readAccount } from '~/accounts/public.server'
import { type Database, inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { raiseFor } from '../raise/raise-alarm.server'
import { newSecretLink } from '../secret-link.server'
import { readPolicy } from '../watch/policy-store.server'
import { askWhetherHome, tellOfAlarm } from './tell-walker.server'
import { type DueWalk, deleteWalksOver, lockDueWalk, writeAsked, writeRaised } from './walk-store.server'
import { lateMessage } from './walk-words'

export type WalkPorts = Pick<House, 'db' | 'clock' | 'keys' | 'config' | 'log' | 'tracing' | 'voice'>

/**
 * Does what is due for walks home: asks the member, or raises the alarm when nobody has answered. Each walk runs in a
 * transaction of its own under a row lock, so that of two processes, or of the engine and 'Hemma', the second sees what
 * the first did. The alarm and the end of the walk are one commit. Returns how many were handled.
 */
export async function carryOutWalks(ports: WalkPorts): Promise<number> {
  let done = 0
  /** Walks that failed are skipped in this round, so that they block no others, and are retried at the next look. */
  const aside: string[] = []
  for (;;) {
    let walk: DueWalk | undefined
    try {
      await inTransaction(ports.db, async (db) => {
        walk = await lockDueWalk(db, ports.clock.now(), aside)
        if (walk) await carryOut[walk.state]({ ...ports, db }, walk)
      })
      if (!walk) return done
      done++
    } catch (error) {
      if (!walk) throw error
      aside.push(walk.id)
      ports.log.error(
        { walkId: walk.id, code: (error as { code?: string }).code },
        'a walk home could not be carried out',
      )
    }
  }
}

type Ports = WalkPorts & { db: Database }

const carryOut: Record<DueWalk['state'], (ports: Ports, walk: DueWalk) => Promise<void>> = {
  async walking(ports, { id, memberId }) {
    const { db, clock } = ports
    const now = clock.now()
    const person = await readAccount(db, memberId)
    const { walkGraceS } = await readPolicy(db, person.postcode)
    const link = newSecretLink(ports, '/hemma')
    const dueAt = new Date(now.getTime() + walkGraceS * 1000)
    await writeAsked(db, id, { linkHash: link.hash, dueAt }, now)
    await askWhetherHome(ports, memberId, { url: link.url, dueAt })
  },
  async asked(ports, { id, memberId, homeAt, position }) {
    const person = await readAccount(ports.db, memberId)
    // The walk's id is the idempotency key, so raising twice gives the same alarm. Without a position the place is only
    // known not to be the home.
    const place = position ? ('here' as const) : ('elsewhere' as const)
    const press = { key: id, message: lateMessage(homeAt), position, place, isTest: false, isHiding: false }
    const { alarmId } = await ports.tracing.begin(id, (span) => {
      span.call('a walk that is late')
      return raiseFor(ports, { id: memberId, postcode: person.postcode }, press, 'walk')
    })
    await writeRaised(ports.db, id, alarmId, ports.clock.now())
    await tellOfAlarm(ports, memberId)
  },
}

/** Chore: deletes walks a day after they end, when nobody needs to know about them any more. */
export function forgetOldWalks({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return deleteWalksOver(db, new Date(clock.now().getTime() - 86_400_000))
}

import { readAccount } from '~/accounts/public.server'
import { type Database, inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { raiseFor } from '../raise/raise-alarm.server'
import { newSecretLink } from '../secret-link.server'
import { readPolicy } from '../watch/policy-store.server'
import { askWhetherHome, tellOfAlarm } from './tell-walker.server'
import { type DueWalk, deleteWalksOver, lockDueWalk, writeAsked, writeRaised } from './walk-store.server'
import { lateMessage } from './walk-words'

export type WalkPorts = Pick<House, 'db' | 'clock' | 'keys' | 'config' | 'log' | 'tracing'>

/**
 * Does what is due of the walks home: asks, and raises the alarm when nobody has answered. Each in a transaction of its own that
 * holds its row, so that of two processes one does it, and of the engine and 'Hemma' the second finds what the first has done. The
 * alarm and the end of the walk are one commit. Returns how many.
 */
export async function carryOutWalks(ports: WalkPorts): Promise<number> {
  let done = 0
  /** What could not be done is tried again at the next look, and stands in nobody's way. */
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
    // Its key is the walk's own: raised twice it would be the same alarm.
    // Not at home, whatever else is not known.
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

/** A chore: a day after it is over nobody needs to know when somebody walked home. */
export function forgetOldWalks({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return deleteWalksOver(db, new Date(clock.now().getTime() - 86_400_000))
}

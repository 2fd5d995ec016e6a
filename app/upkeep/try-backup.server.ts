import type { House } from '~/platform/house.server'
import { tellOfFailed } from './tell-of-backups.server'
import { nightOf, type Result } from './trial'
import { claimNight, insertTrial, letGoOfNight, settleCutOff, settleTrial } from './trial-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'wake'>

/** How the backup of a night is tried; null when it was asked to stop before it was done. */
type Trying = () => Promise<Result | null>

/**
 * A chore: tonight's backup, by whichever process comes first, once. Returns what came of it; null when it is not the time, another has it,
 * or it was asked to stop.
 */
export async function tryTonightsBackup(ports: Ports, tries: Trying): Promise<Result | null> {
  const { db, clock } = ports
  const beganAt = clock.now()
  const night = nightOf(beganAt)
  if (night === null) return null
  await tellOfCutOff(ports, night)
  const id = await claimNight(db, night, beganAt)
  if (id === null) return null
  let result: Result | null = null
  try {
    result = await tries()
  } finally {
    if (!result) await letGoOfNight(db, id, beganAt)
  }
  if (result) await settle(ports, id, beganAt, result)
  return result
}

async function settle({ db: root, ...ports }: Ports, id: string, beganAt: Date, result: Result) {
  await root.transaction().execute(async (db) => {
    const isOurs = await settleTrial(db, id, beganAt, result, ports.clock.now())
    if (isOurs && result.outcome !== 'whole') await tellOfFailed(db, { db, ...ports }, result.outcome)
  })
  ports.wake('messages')
}

async function tellOfCutOff({ db: root, ...ports }: Ports, night: string) {
  const found = await root.transaction().execute(async (db) => {
    const count = await settleCutOff(db, night, ports.clock.now())
    if (count > 0) await tellOfFailed(db, { db, ...ports }, 'cut off')
    return count
  })
  if (found > 0) ports.wake('messages')
}

/** What an operator's own command has found in a backup of theirs, with when it began. As the product itself. */
export async function noteTriedElsewhere({ db: root, ...ports }: Ports, result: Result, beganAt: Date) {
  await root.transaction().execute(async (db) => {
    await insertTrial(db, result, { beganAt, endedAt: ports.clock.now() })
    if (result.outcome !== 'whole') await tellOfFailed(db, { db, ...ports }, result.outcome)
  })
  ports.wake('messages')
}

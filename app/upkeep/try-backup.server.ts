import type { House } from '~/platform/house.server'
import { tellOfFailed } from './tell-of-backups.server'
import { nightOf, type Result } from './trial'
import { claimNight, insertTrial, letGoOfNight, settleCutOff, settleTrial } from './trial-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'wake'>

/** Tests a night's backup. Null if it was asked to stop before the end. */
type Trying = () => Promise<Result | null>

/**
 * Chore: tests tonight's backup once, in whichever process claims it first. Null if it is not due, claimed by another
 * process, or was asked to stop.
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

/** Records what an operator's own command found in a backup. Runs as a system job. */
export async function noteTriedElsewhere({ db: root, ...ports }: Ports, result: Result, beganAt: Date) {
  await root.transaction().execute(async (db) => {
    await insertTrial(db, result, { beganAt, endedAt: ports.clock.now() })
    if (result.outcome !== 'whole') await tellOfFailed(db, { db, ...ports }, result.outcome)
  })
  ports.wake('messages')
}

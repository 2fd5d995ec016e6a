import type { House } from '~/platform/house.server'
import { readPulse } from './audit-store.server'
import { countIncidents } from './incident-store.server'

export type AlarmHealth = {
  /** Whether the engine carries alarms out, and whether the auditor watches it. */
  engine: 'ok' | 'silent'
  auditor: 'ok' | 'silent'
  /** Number of open incidents: something is late, or reaches nobody. */
  incidents: number
}

const silentAfterS = 10

/** Health check for outside monitoring. Says nothing about any single alarm. */
export async function readAlarmHealth({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<AlarmHealth> {
  const [engine, auditor, incidents] = await Promise.all([
    readPulse(db, 'engine'),
    readPulse(db, 'auditor'),
    countIncidents(db),
  ])
  const state = (at: Date | null) =>
    at && clock.now().getTime() - at.getTime() <= silentAfterS * 1000 ? ('ok' as const) : ('silent' as const)
  return { engine: state(engine), auditor: state(auditor), incidents }
}

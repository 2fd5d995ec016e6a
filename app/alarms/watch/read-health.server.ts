import type { House } from '~/platform/house.server'
import { readPulse } from './audit-store.server'
import { countIncidents } from './incident-store.server'

export type AlarmHealth = {
  /** Whether alarms are being carried out, and whether somebody watches that they are. */
  engine: 'ok' | 'silent'
  auditor: 'ok' | 'silent'
  /** Incidents that stand: something late, something that reaches nobody. */
  incidents: number
}

const silentAfterS = 10

/** For whoever watches from outside. Says nothing about any alarm. */
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

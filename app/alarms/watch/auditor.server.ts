import { readSilentCentres } from '~/centres/public.server'
import type { House } from '~/platform/house.server'
import { alarmRunner } from '../engine/alarm-runner.server'
import { tellOperators } from '../engine/tell-operators.server'
import { auditorBeats, findIncidents, readPulse } from './audit-store.server'
import type { Incident, IncidentKind } from './incident'
import { closeIncident, closeIncidents, openIncidents } from './incident-store.server'

export type AuditPorts = Pick<House, 'db' | 'clock' | 'log' | 'config' | 'mail' | 'sms'>

const engineSilentS = 10
/**
 * The kinds of incident the auditor finds itself. Others are found elsewhere: an unheard canary at the end of its test,
 * a missing standby by whoever queries it.
 */
const ownKinds = [
  'late step',
  'late delivery',
  'no next step',
  'nobody to call',
  'nothing sent',
  'no report',
  'nobody comes',
  'nobody reached',
  'centre silent',
  'engine silent',
] as const satisfies readonly IncidentKind[]

/**
 * One look: checks the engine's work and tells the operators, and returns what is wrong. Shares only the tables with
 * the engine and sends to operators itself, since a watcher that needed the engine to speak would fall silent with it.
 */
export async function auditOnce(ports: AuditPorts): Promise<Incident[]> {
  const found = await lookOver(ports)
  await tellOperators(ports)
  return found
}

async function lookOver(ports: AuditPorts): Promise<Incident[]> {
  const { db, clock, log, sms } = ports
  const now = clock.now()
  const found = [
    ...(await findIncidents(db, now, { isReported: sms.leavesTheHouse })),
    ...(await silentCentres(ports, now)),
    ...(await silence(ports, now)),
  ]
  await closeIncidents(db, ownKinds, found, now)
  const fresh = await openIncidents(db, found, now)
  for (const { kind, subject, alarmId } of fresh)
    log.error({ kind, subject, alarmId }, 'an alarm is not going as it should')
  await auditorBeats(ports)
  return found
}

/** One incident per company; the silence is shown on that company's page. */
async function silentCentres({ db }: AuditPorts, now: Date): Promise<Incident[]> {
  return (await readSilentCentres(db, now)).map((subject) => ({ alarmId: null, kind: 'centre silent', subject }))
}

async function silence({ db }: AuditPorts, now: Date): Promise<Incident[]> {
  const at = await readPulse(db, 'engine')
  const isSilent = at === null || now.getTime() - at.getTime() > engineSilentS * 1000
  return isSilent ? [{ alarmId: null, kind: 'engine silent', subject: 'engine' }] : []
}

/**
 * Opens or closes the incident that the database's standby is missing: writes are then stored in one place only, or
 * refused (docs/decisions/0212).
 */
export async function tellOfStandby({ db, clock }: Pick<AuditPorts, 'db' | 'clock'>, isMissing: boolean) {
  const incident = { alarmId: null, kind: 'standby missing', subject: 'standby' } as const
  if (isMissing) await openIncidents(db, [incident], clock.now())
  else await closeIncident(db, incident.kind, incident.subject, clock.now())
}

/** Interval of looks. Not a multiple of the engine's second, so that the periodic work does not coincide. */
const every = 2_300
/**
 * Pause after a look. In a rush a look is slow and takes database time from the alarms, so the pause is ten times the
 * look's duration, at most five seconds. It gets shorter for very slow looks: even if the next one takes twice as long,
 * its heartbeat must come before the auditor counts as silent, after ten seconds (read-health.server.ts).
 */
export const restAfter = (tookMs: number) =>
  Math.max(500, Math.min(Math.max(every, 10 * tookMs), 5_000, 9_000 - 2 * tookMs))

export type Auditor = { stop(): Promise<void> }

/**
 * Runs on its own timer, so that it survives a stopped engine. Telling operators has its own runner, so that a slow
 * provider does not delay looks.
 */
export function startAuditor(ports: () => AuditPorts): Auditor {
  const looking = alarmRunner(ports, async () => {
    await lookOver(ports())
    return false
  })
  const telling = alarmRunner(ports, async () => {
    await tellOperators(ports())
    return false
  })
  let timer = setTimeout(look, every)
  let isStopped = false
  async function look() {
    const began = performance.now()
    try {
      await looking.run()
    } finally {
      if (!isStopped) timer = setTimeout(look, restAfter(performance.now() - began))
    }
    await telling.run()
  }
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([looking.idle(), telling.idle()])
    },
  }
}

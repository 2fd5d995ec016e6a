import { readSilentCentres } from '~/centres/public.server'
import type { House } from '~/platform/house.server'
import { alarmRunner } from '../engine/alarm-runner.server'
import { tellOperators } from '../engine/tell-operators.server'
import { auditorBeats, findIncidents, readPulse } from './audit-store.server'
import type { Incident, IncidentKind } from './incident'
import { closeIncident, closeIncidents, openIncidents } from './incident-store.server'

export type AuditPorts = Pick<House, 'db' | 'clock' | 'log' | 'config' | 'mail' | 'sms'>

const engineSilentS = 10
/** Whether a canary was heard is known by what ends its test, and whether the standby is there by who asks for it. */
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
 * Looks over the engine's shoulder once, and returns what is wrong. It shares nothing with the engine but the
 * tables, and tells the operators itself: a watcher that needed the engine to speak would fall silent with it.
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

/** By company: whose it is stands on that company's page. */
async function silentCentres({ db }: AuditPorts, now: Date): Promise<Incident[]> {
  return (await readSilentCentres(db, now)).map((subject) => ({ alarmId: null, kind: 'centre silent', subject }))
}

async function silence({ db }: AuditPorts, now: Date): Promise<Incident[]> {
  const at = await readPulse(db, 'engine')
  const isSilent = at === null || now.getTime() - at.getTime() > engineSilentS * 1000
  return isSilent ? [{ alarmId: null, kind: 'engine silent', subject: 'engine' }] : []
}

/** The database's second copy is gone, or back: what is written meanwhile lies in one place, or nothing is (docs/decisions/0212). */
export async function tellOfStandby({ db, clock }: Pick<AuditPorts, 'db' | 'clock'>, isMissing: boolean) {
  const incident = { alarmId: null, kind: 'standby missing', subject: 'standby' } as const
  if (isMissing) await openIncidents(db, [incident], clock.now())
  else await closeIncident(db, incident.kind, incident.subject, clock.now())
}

/** Not in step with the engine's seconds: an alarm should not meet all that is done again and again at once. */
const every = 2_300
/**
 * In a rush a look takes long, and what it takes is taken from the alarms: it rests ten times as long. Five seconds at most, and less
 * the longer it took: a next look of twice the time is over before it is taken for silent, which it is after ten (read-health.server.ts).
 */
export const restAfter = (tookMs: number) =>
  Math.max(500, Math.min(Math.max(every, 10 * tookMs), 5_000, 9_000 - 2 * tookMs))

export type Auditor = { stop(): Promise<void> }

/** Its own timer, so that it goes on when the engine has stopped; and while a provider takes its time over its words. */
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

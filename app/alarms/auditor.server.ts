import { letterAsHtml, letterAsText } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { auditorBeats, findIncidents, readPulse } from './audit-alarms.server'
import { readOperatorCallees } from './callees.server'
import type { Incident } from './incident-store.server'
import { closeIncidents, incidentLabels, openIncidents } from './incident-store.server'

export type AuditPorts = Pick<House, 'db' | 'clock' | 'log' | 'config' | 'mail' | 'sms'>

const engineSilentS = 10
/** Whether a canary was heard is known by what ends its test. */
const ownKinds = ['late step', 'late delivery', 'nobody comes', 'nobody reached', 'engine silent'] as const

/**
 * Looks over the engine's shoulder once, and returns what is wrong. It shares nothing with the engine but the
 * tables, and tells the operators itself: a watcher that needed the engine to speak would fall silent with it.
 */
export async function auditOnce(ports: AuditPorts): Promise<Incident[]> {
  const { db, clock, log } = ports
  const now = clock.now()
  const found = [...(await findIncidents(db, now)), ...(await silence(ports, now))]
  await closeIncidents(db, ownKinds, found, now)
  const fresh = await openIncidents(db, found, now)
  for (const { kind, subject, alarmId } of fresh)
    log.error({ kind, subject, alarmId }, 'an alarm is not going as it should')
  if (fresh.length > 0) await tellOperators(ports, fresh)
  await auditorBeats(ports)
  return found
}

async function silence({ db }: AuditPorts, now: Date): Promise<Incident[]> {
  const at = await readPulse(db, 'engine')
  const isSilent = at === null || now.getTime() - at.getTime() > engineSilentS * 1000
  return isSilent ? [{ alarmId: null, kind: 'engine silent', subject: 'engine' }] : []
}

/** One message about all of it: a hundred would be as good as none. */
async function tellOperators({ db, config, mail, sms, log }: AuditPorts, fresh: Incident[]) {
  const lines = [...Map.groupBy(fresh, ({ kind }) => kind)].map(
    ([kind, same]) => `${incidentLabels[kind]} (${same.length})`,
  )
  const letter = {
    greeting: 'Hej,',
    paragraphs: ['Larmkedjan behöver dig:', ...lines],
    action: { label: 'Öppna larmen', url: `${config.origin}/dashboard/admin/alarms` },
  }
  const written = { subject: `Larmkedjan: ${lines[0]}`, text: letterAsText(letter), html: letterAsHtml(letter) }
  for (const { email, phone } of await readOperatorCallees(db)) {
    const id = crypto.randomUUID()
    const sent = await Promise.allSettled([
      email ? mail.send({ recipient: email, ...written }, id) : null,
      phone ? sms.send({ recipient: phone, text: `${letter.paragraphs.join(' ')} ${letter.action.url}` }, id, 1) : null,
    ])
    if (sent.every(({ status }) => status === 'rejected')) log.error({}, 'an operator could not be told')
  }
}

/** Not in step with the engine's seconds: an alarm should not meet all that is done again and again at once. */
const every = 2_300

export type Auditor = { stop(): Promise<void> }

/** Its own timer, so that it goes on when the engine has stopped. */
export function startAuditor(ports: () => AuditPorts): Auditor {
  let current: Promise<unknown> = Promise.resolve()
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    current = auditOnce(ports())
      .catch((error: { code?: string; name?: string }) =>
        ports().log.error({ code: error.code, error: error.name }, 'the auditor could not look; it tries again'),
      )
      .finally(() => {
        running = false
      })
  }, every)
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

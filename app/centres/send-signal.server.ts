import type { Told } from '~/platform/dc09/centre.server'
import type { Signal } from '~/platform/dc09/signal'
import type { Undelivered } from '~/platform/delivery'
import type { House } from '~/platform/house.server'
import { arrived, kept } from './centre'
import { readCentre } from './centre-store.server'
import { inTurn, waitForLine } from './line.server'
import { type Line, type NewSignal, settleExchange, takeLine, takeLineFor } from './signal-store.server'

export type CentrePorts = Pick<House, 'db' | 'clock' | 'keys' | 'centre'>

/** A position and the link to the alarm are sent on an encrypted line only (docs/decisions/0160). */
export type AskedSignal = NewSignal &
  Pick<Signal, 'happenedAt' | 'site' | 'link'> & {
    /** Reads the position just before it is sent, and only then, since each reading is recorded as a disclosure. */
    where?: () => Promise<Signal['position']>
  }

export type Sent = { kind: 'delivered'; arrived: boolean } | Undelivered

/**
 * Sends a signal to a company's centre. Idempotent by id: a retry keeps the signal's number. `arrived` means that the
 * receiver acknowledged it (ACK). Runs as a system job: the caller has decided that the company may receive it.
 */
export function sendSignal(ports: CentrePorts, asked: AskedSignal): Promise<Sent> {
  const { id, companyId, happenedAt, site, link, where } = asked
  const { db, clock, centre } = ports
  const take = () => takeLineFor(db, asked, clock.now())
  return speak(ports, companyId, id, take, async (line, key) => {
    const isPrivate = key !== null && centre.leavesTheHouse
    const position = isPrivate && where ? await where() : null
    const signal = { kind: line.kind, zone: line.zone, happenedAt, site, position, link: isPrivate ? link : null }
    return centre.tell({ ...line, key }, signal, line.number)
  })
}

/** Polls a company's centre (NULL message). */
export function pollCentre(ports: CentrePorts, companyId: string): Promise<Told | Undelivered> {
  const take = () => takeLine(ports.db, companyId, ports.clock.now())
  return speak(ports, companyId, null, take, (line, key) => ports.centre.tell({ ...line, key }, null, 0))
}

async function speak<Given extends Line>(
  { db, clock, keys }: CentrePorts,
  companyId: string,
  signalId: string | null,
  take: () => Promise<Given | null>,
  tell: (line: Given, key: Buffer | null) => Promise<Told>,
): Promise<Told | Undelivered> {
  const spoken = await inTurn<Told | null>(
    companyId,
    async () => {
      const line = await waitForLine(take)
      if (line === null) return null
      const key = keyOf(keys, line.sealedKey)
      const told: Told =
        key === undefined ? { kind: 'permanent', reason: 'no key', skewMs: line.skewMs } : await tell(line, key)
      const hasArrived = told.kind === 'delivered' && told.arrived
      const outcome = told.kind === 'delivered' ? (told.arrived ? arrived : kept) : told.reason
      await settleExchange(db, { companyId, signalId, outcome, hasArrived, skewMs: told.skewMs }, clock.now())
      return told
    },
    (told) => told?.kind === 'temporary' && told.reason === 'no answer in time',
  )
  if (spoken.kind === 'not spoken') return { kind: 'temporary', reason: spoken.reason }
  if (spoken.value !== null) return spoken.value
  return (await readCentre(db, companyId))
    ? { kind: 'temporary', reason: 'busy' }
    : { kind: 'permanent', reason: 'no centre' }
}

/** Undefined if the key was sealed with a secret that has since been retired. */
function keyOf(keys: CentrePorts['keys'], sealed: string | null): Buffer | null | undefined {
  if (sealed === null) return null
  const hex = keys.open('centre key', sealed)
  return hex === null ? undefined : Buffer.from(hex, 'hex')
}

import type { Told } from '~/platform/dc09/centre.server'
import type { Signal } from '~/platform/dc09/signal'
import type { Undelivered } from '~/platform/delivery'
import type { House } from '~/platform/house.server'
import { arrived, kept } from './centre'
import { readCentre } from './centre-store.server'
import { inTurn, waitForLine } from './line.server'
import { type Line, type NewSignal, settleExchange, takeLine, takeLineFor } from './signal-store.server'

export type CentrePorts = Pick<House, 'db' | 'clock' | 'keys' | 'centre'>

/** Where somebody is and where to look are for a line that nobody else can read (docs/decisions/0160). */
export type AskedSignal = NewSignal &
  Pick<Signal, 'happenedAt' | 'site' | 'link'> & {
    /** Asked just before it leaves, and only then: whoever answers writes down that somebody is told. */
    where?: () => Promise<Signal['position']>
  }

export type Sent = { kind: 'delivered'; arrived: boolean } | Undelivered

/**
 * Tells a company's centre something, once; the same id again is the same signal, by the number it had. ACK is that it
 * arrived. Runs as the product itself: whoever asks has decided that the company may have it.
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

/** Asks a company's centre whether it is there. */
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

/** Undefined when it was sealed with a secret that is not read any more. */
function keyOf(keys: CentrePorts['keys'], sealed: string | null): Buffer | null | undefined {
  if (sealed === null) return null
  const hex = keys.open('centre key', sealed)
  return hex === null ? undefined : Buffer.from(hex, 'hex')
}

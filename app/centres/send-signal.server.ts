import type { Told } from '~/platform/dc09/centre.server'
import type { Signal } from '~/platform/dc09/signal'
import type { Undelivered } from '~/platform/delivery'
import type { House } from '~/platform/house.server'
import { arrived, kept } from './centre'
import { inTurn, waitForLine } from './line.server'
import { type Line, type NewSignal, settleExchange, takeLine, takeLineFor } from './signal-store.server'

export type CentrePorts = Pick<House, 'db' | 'clock' | 'keys' | 'centre'>

/** Where somebody is and where to look are for a line that nobody else can read (docs/decisions/0160). */
export type AskedSignal = NewSignal & Pick<Signal, 'happenedAt' | 'site' | 'position' | 'link'>

export type Sent =
  | { kind: 'delivered'; arrived: boolean /** The place of the person went with it. */; hadPosition: boolean }
  | Undelivered

const busy: Undelivered = { kind: 'temporary', reason: 'busy' }

/**
 * Tells a company's centre something, once; the same id again is the same signal, by the number it had. ACK is that it
 * arrived. Runs as the product itself: whoever asks has decided that the company may have it.
 */
export async function sendSignal(ports: CentrePorts, asked: AskedSignal): Promise<Sent> {
  const { companyId, kind, happenedAt, site } = asked
  let hadPosition = false
  const told = await speak(
    ports,
    companyId,
    asked.id,
    () => takeLineFor(ports.db, asked, ports.clock.now()),
    (line, key) => {
      const open = { position: asked.position, link: asked.link }
      const { position, link } = key ? open : { position: null, link: null }
      hadPosition = position !== null
      return ports.centre.tell(
        { ...line, key },
        { kind, zone: line.zone, happenedAt, site, position, link },
        line.number,
      )
    },
  )
  return told.kind === 'delivered' ? { ...told, hadPosition } : told
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
  return spoken.value ?? busy
}

/** Undefined when it was sealed with a secret that is not read any more. */
function keyOf(keys: CentrePorts['keys'], sealed: string | null): Buffer | null | undefined {
  if (sealed === null) return null
  const hex = keys.open('centre key', sealed)
  return hex === null ? undefined : Buffer.from(hex, 'hex')
}

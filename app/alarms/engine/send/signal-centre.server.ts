import { sendSignal } from '~/centres/public.server'
import type { Undelivered } from '~/platform/delivery'
import type { House } from '~/platform/house.server'
import type { DeliveryKind } from '../../alarm'
import { addEntries } from '../../history/alarm-store.server'
import { readLatestPosition } from '../../history/position-store.server'
import type { Claimed } from '../delivery-store.server'

type CentrePorts = Pick<House, 'db' | 'clock' | 'keys' | 'centre'>
type Signalled = { kind: 'delivered'; arrived: boolean } | Undelivered | { kind: 'unneeded'; reason: string }

/** The kinds of message that a centre receives; all others are for people only. */
const signals: Partial<Record<DeliveryKind, 'panic' | 'over'>> = {
  call: 'panic',
  update: 'panic',
  closed: 'over',
}

/** A test is signalled as a test, whatever its state. */
export function signalOf({ kind, isTest, isHiding }: Pick<Claimed, 'kind' | 'isTest' | 'isHiding'>) {
  if (isTest) return kind === 'call' ? 'test' : null
  const signal = signals[kind] ?? null
  // The duress code: nobody at the centre rings a member who hides (docs/decisions/0151, 0160).
  return signal === 'panic' && isHiding ? 'duress' : signal
}

/**
 * Sends a signal to a company's centre (larmcentral). 'Arrived' is the receiver's acknowledgement, and never means that
 * somebody has taken the alarm. The member's position is included if they share it, and is recorded in the history
 * before it leaves (docs/decisions/0160).
 */
export async function signalCentre(ports: CentrePorts, claimed: Claimed, link: string): Promise<Signalled> {
  const { id, alarmId, companyId, happenedAt, isTest, postcode } = claimed
  const kind = signalOf(claimed)
  if (kind === null || companyId === null) return { kind: 'unneeded', reason: 'sägs inte till larmcentraler' }
  const sent = await sendSignal(ports, {
    ...{ id, companyId, subject: isTest ? null : alarmId, kind, happenedAt, site: postcode, link },
    where: kind === 'panic' || kind === 'duress' ? () => whereIs(ports, alarmId) : undefined,
  })
  return sent.kind === 'delivered' ? sent : { ...sent, reason: `larmcentral: ${sent.reason}` }
}

async function whereIs({ db, clock }: CentrePorts, alarmId: string) {
  const position = await readLatestPosition(db, alarmId)
  if (position) await addEntries(db, clock.now(), { alarmId, kind: 'position_to_centre', actor: { kind: 'system' } })
  return position
}

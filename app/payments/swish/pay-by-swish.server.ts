import { randomUUID } from 'node:crypto'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import {
  accepted,
  isDeadEnd,
  type NotAsked,
  type NotThere,
  notAsked,
  notThere,
  type Outcome,
  refused,
} from '~/shared/outcome'
import { parsePhone } from '~/shared/phone'
import type { Charge } from '../charge-store.server'
import { tellPayers } from '../letters/tell-payers.server'
import { findOwnCharge } from '../own-charge.server'
import { asPayer, FIRST_LOOK_MS, nextLookMs, wordsOfEnd } from './swish-request'
import { countSwishSince, endSwish, insertSwish, lookSoon, markWaiting, readSwishOf } from './swish-store.server'

const failure = 'Betalningen är inte skickad'

/** Rate limit per charge and day: any phone number can be entered, and its owner gets the request. */
const mostADay = 10
const dayMs = 86_400_000

type Found = Outcome<null> | NotThere | NotAsked

/**
 * A member or a company, for a charge of their own: asks Swish to request the payment, on this phone or by phone
 * number. Idempotent: at most one open request per charge. The worker polls for the result, and the page shows it.
 */
export async function payChargeBySwish(
  house: House,
  signedIn: SignedIn,
  chargeId: string,
  values: Record<string, string>,
): Promise<Found> {
  const own = await findOwnCharge(house, signedIn, chargeId)
  if (isDeadEnd(own)) return own
  if (!house.swish) return notThere
  const { charge } = own
  if (charge.status !== 'open') return refused('Den är redan klar', { message: 'Det finns inget kvar att betala här.' })
  const phone = values.intent === 'swish-by-number' ? parsePhone(values.phone ?? '') : null
  if (values.intent === 'swish-by-number' && phone === null) {
    return refused(failure, { fields: { phone: 'Skriv ett mobilnummer, till exempel 070-123 45 67' } })
  }
  return begin(house, charge, phone && asPayer(phone))
}

async function begin(house: House, charge: Charge, payer: string | null): Promise<Outcome<null>> {
  const { swish, db, clock, config } = house
  if (!swish) throw new Error('Swish is asked only where there is Swish')
  const now = clock.now()
  if ((await countSwishSince(db, charge.id, new Date(now.getTime() - dayMs))) >= mostADay) {
    return refused(failure, { message: 'Det har blivit för många försök i dag. Skriv in betalningen själv i Swish.' })
  }
  const request = { id: randomUUID(), amount: charge.gross, payee: config.operator.swishNumber, payer }
  const isNew = await insertSwish(db, { ...request, chargeId: charge.id }, now, new Date(now.getTime() + FIRST_LOOK_MS))
  // A request is open already; the page shows it.
  if (!isNew) return accepted(null)
  const asked = await swish.ask({ ...request, reference: charge.reference })
  if (asked.kind === 'asked') {
    await markWaiting(db, request.id, asked.token, new Date(now.getTime() + nextLookMs(0)))
  } else if (asked.kind === 'permanent' || asked.kind === 'temporary') {
    // Swish refused the request or never got it, so nobody can pay it.
    house.log.warn({ request: request.id, reason: asked.reason }, 'Swish did not take a payment')
    const code = asked.kind === 'permanent' ? asked.reason.slice(0, 50) : 'NOT TAKEN'
    await endSwish(db, request.id, { state: 'failed', code, note: null }, now)
    await tellPayers(house, [charge.id])
    return refused(failure, { message: wordsOfEnd('failed', code) })
  }
  house.wake('swish')
  return accepted(null)
}

/** Demo only: the payer answers on the page, since there is no phone. */
export async function answerInPhonesPlace(
  house: House,
  signedIn: SignedIn,
  chargeId: string,
  values: Record<string, string>,
): Promise<Found> {
  const own = await findOwnCharge(house, signedIn, chargeId)
  if (isDeadEnd(own)) return own
  const answer = house.swish?.answerInPhonesPlace
  if (!answer) return notThere
  if (values.says !== 'yes' && values.says !== 'no') return notAsked
  const open = await readSwishOf(house.db, chargeId)
  if (open?.state === 'waiting') {
    answer(open.id, values.says)
    await hearOfSwish(house, open.id)
  }
  return accepted(null)
}

/** A callback about a request. Not trusted: it only makes the worker poll Swish sooner. */
export async function hearOfSwish(house: Pick<House, 'db' | 'clock' | 'wake'>, id: string) {
  if (await lookSoon(house.db, id, house.clock.now())) house.wake('swish')
}

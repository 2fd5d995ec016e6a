import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { monthOfDay } from '~/shared/month'
import { isDeadEnd, type ReadBy } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { dayOf, formatDate, formatDay } from '~/shared/time'
import { drawQr } from '~/ui/marks/qr-picture'
import { readPaymentOf } from './book-store.server'
import { chargeKinds, formatSum } from './charge'
import { readLines } from './charge-store.server'
import { whenDue } from './days'
import { methodLabels } from './ledger'
import { findOwnCharge } from './own-charge.server'
import { swishShown } from './parts/swish-shown.server'
import { formatReference } from './reference'
import { swishTokenCode, swishTokenLink, wordsOfEnd } from './swish/swish-request'
import { readSwishOf, type SwishRow } from './swish/swish-store.server'

/** The payer reads a charge: its lines, how to pay it, or how it was paid. */
export async function readChargeToPay(house: House, signedIn: SignedIn, id: string) {
  const read = await readAtOnce(house, signedIn, id)
  if (isDeadEnd(read)) return read
  const { charge, lines, payment, asked, graceUntil } = read
  const back = house.config.origin + href('/dashboard/pay/:id', { id: charge.id })
  return {
    id: charge.id,
    /** Idempotency key, made when the form is shown: a form sent twice opens one checkout. */
    key: randomUUID(),
    title: chargeKinds[charge.kind].label,
    isMembership: charge.kind === 'membership',
    /** The month of bookings that a fee is for. */
    feeOf: charge.kind === 'fee' && charge.periodFrom ? monthOfDay(charge.periodFrom) : null,
    status: charge.status,
    struckBecause: charge.struckBecause,
    lines: lines.map(({ position, text, gross }) => ({ id: position, text, sum: formatSum(gross) })),
    net: formatSum(charge.net),
    vat: formatSum(charge.vat),
    gross: formatSum(charge.gross),
    dueWords: dueWords(charge.dueOn, dayOf(house.clock.now()), graceUntil),
    reference: charge.reference,
    payee: house.config.operator.name,
    swish: {
      ...swishShown({ payee: house.config.operator.swishNumber, amount: charge.gross, message: charge.reference }),
      message: formatReference(charge.reference),
    },
    takesCards: house.cards !== null,
    counter: house.swish && {
      isDemo: house.swish.answerInPhonesPlace !== null,
      open: shownSwish(asked, back),
    },
    paid: payment && {
      on: formatDay(charge.paidAt ?? charge.issuedAt),
      method: methodLabels[payment.method],
      receipt: payment.receiptNumber,
    },
  }
}

/**
 * Reads everything in one snapshot (repeatable read). Otherwise a Swish payment that is booked in between could be read
 * as paid with the charge still open, and the page would show it as money that does not fit.
 */
function readAtOnce(house: House, signedIn: SignedIn, id: string) {
  const reading = house.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (db) => {
    const own = await findOwnCharge({ ...house, db }, signedIn, id)
    if (isDeadEnd(own)) return own
    const { charge } = own
    return {
      charge,
      lines: await readLines(db, [charge.id]),
      payment: await readPaymentOf(db, charge.id),
      asked: await readSwishOf(db, charge.id),
      graceUntil:
        charge.kind === 'membership' && charge.memberId ? await house.above.readGraceUntil(db, charge.memberId) : null,
    }
  })
}

export type ChargeToPay = ReadBy<typeof readChargeToPay>

/** When to pay, as the membership's own page says it: from the due day on a member has some days more. */
function dueWords(dueOn: string, today: string, graceUntil: string | null): string {
  if (graceUntil !== null) {
    return `Månaden från ${formatDate(dueOn)} är inte betald. Betala senast ${formatDate(graceUntil)}, så fortsätter medlemskapet.`
  }
  return `${whenDue(dueOn, today)}.`
}

/** The Swish request that is open, or how the last one ended; null if there is none. */
function shownSwish(row: SwishRow | undefined, back: string) {
  if (!row) return null
  const { state, code, payer, token } = row
  if (state === 'asked' || state === 'waiting') {
    return {
      is: 'waiting' as const,
      /** Swish has confirmed that it received the request. */
      isTaken: state === 'waiting',
      phone: payer && formatPhone(`+${payer}`),
      opens: token === null ? null : { picture: drawQr(swishTokenCode(token)), link: swishTokenLink(token, back) },
    }
  }
  if (state === 'unknown') {
    return {
      is: 'over' as const,
      words:
        'Swish har inte sagt hur det gick än. Titta i din Swish om pengarna är dragna: är de det behöver du inte göra något mer.',
    }
  }
  if (state === 'paid') return { is: 'held' as const }
  return { is: 'over' as const, words: wordsOfEnd(state, code) }
}

import { randomUUID } from 'node:crypto'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { firstDay, type Month, monthName } from '~/shared/month'
import { dayOf, formatDate } from '~/shared/time'
import { readNextBase } from './bill-companies.server'
import { drawDay, readLiveSubscriptions } from './card/card-store.server'
import { chargeKinds, formatSum } from './charge'
import { readLines, readOpenChargesOf } from './charge-store.server'
import { whenDue } from './days'
import { requirePayer } from './payer.server'
import { readReceiptsShown } from './receipts/read-receipt.server'
import { formatReference } from './reference'

const mostReceipts = 24

/** A company reads its own money: open charges, receipts, and when the next month of its package is billed. */
export async function readCompanyMoney(house: House, signedIn: SignedIn) {
  const owner = await requirePayer(house.db, signedIn)
  if (owner.companyId === null) return null
  const today = dayOf(house.clock.now())
  const open = await readOpenChargesOf(house.db, { companyId: owner.companyId })
  const lines = await readLines(
    house.db,
    open.map(({ id }) => id),
  )
  const nextMonth = await readNextBase(house, owner.companyId)
  const live = house.cards === null ? [] : await readLiveSubscriptions(house.db, [owner])
  // A card pays the month that is due first (`hearCardEvent`).
  const drawn = open.find(({ kind }) => kind === 'base')?.id
  const drawOn = live.map((one) => drawDay(one, today)).find((day) => day !== null)
  return {
    key: randomUUID(),
    charges: open.map((charge) => ({
      id: charge.id,
      title: chargeKinds[charge.kind].label,
      what: lines
        .filter(({ chargeId }) => chargeId === charge.id)
        .map(({ text }) => text)
        .join(', '),
      reference: formatReference(charge.reference),
      net: formatSum(charge.net),
      gross: formatSum(charge.gross),
      due: drawOn && charge.id === drawn ? `Dras från kortet ${formatDate(drawOn)}` : whenDue(charge.dueOn, today),
      isLate: charge.dueOn < today,
    })),
    next: nextMonth && nextWords(nextMonth, drawOn),
    takesCards: house.cards !== null,
    hasCard: live.length > 0,
    receipts: await readReceiptsShown(house.db, owner, mostReceipts),
  }
}

/**
 * When the base of the next month is asked for, and drawn from a card. A month is asked for on its first day whether
 * there is a card or not.
 */
function nextWords(month: Month, drawnOn: string | undefined) {
  const base = `Bas för ${monthName(month)}`
  if (!drawnOn) return `${base} begärs den första i månaden.`
  const drawn = `dras från kortet ${formatDate(drawnOn)}`
  return drawnOn < firstDay(month) ? `${base} ${drawn}.` : `${base} begärs den första i månaden, och ${drawn}.`
}

export type CompanyMoney = NonNullable<Awaited<ReturnType<typeof readCompanyMoney>>>

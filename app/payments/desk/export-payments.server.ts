import { recordExport } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvKronor, csvOfPages } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import { chargeKinds, chargeStates } from '../charge'
import { formatReference } from '../reference'
import { findCharges } from './list-payments.server'
import type { ListedCharge } from './list-store.server'
import { type PaymentSearch, queryOf } from './payment-lists'

const head = ['Nummer', 'Vem', 'Gäller', 'Belopp', 'Läge', 'Senast', 'Betald', 'Struken därför att', 'Kvitto']

/** An admin downloads the charges of a list, in its order, as CSV. Streamed in pages. */
export async function exportPayments({ db, clock }: House, signedIn: SignedIn, search: PaymentSearch) {
  onlyAdmin(signedIn)
  const asked = queryOf({ ...search, after: null })
  await recordExport(db, { at: clock.now(), actor: signedIn, deed: 'export payments', asked })
  return csvOfPages({ head, cells: cellsOf, read: await findCharges(db, search) })
}

const cellsOf = (charge: ListedCharge) => [
  formatReference(charge.reference),
  charge.companyName ?? charge.memberName ?? 'Konto borttaget',
  chargeKinds[charge.kind].label,
  csvKronor(charge.gross),
  chargeStates[charge.status].label,
  charge.dueOn,
  charge.paidAt ? dayOf(charge.paidAt) : '',
  charge.struckBecause ?? '',
  charge.receiptNumber === null ? '' : String(charge.receiptNumber),
]

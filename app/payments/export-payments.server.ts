import { readOwnCompany } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { chargeKinds, chargeStates } from './charge'
import { type Payer, readChargesOf } from './charge-store.server'
import { readReceiptsShown } from './receipts/read-receipt.server'

/** More charges than any payer has in the years that are kept. */
const everything = 2000

/** The payments' part of the export of a person's data (GDPR): their own, and their company's. */
export async function exportPayments(db: Database, profileId: string) {
  const company = await readOwnCompany(db, profileId)
  return {
    egna: await paymentsOf(db, { memberId: profileId }),
    företagets: company ? await paymentsOf(db, { companyId: company.id }) : null,
  }
}

async function paymentsOf(db: Database, payer: Payer) {
  const charges = await readChargesOf(db, payer, everything)
  const owner =
    payer.memberId === undefined
      ? { companyId: payer.companyId, memberId: null }
      : { memberId: payer.memberId, companyId: null }
  return {
    begärt: charges.map((charge) => ({
      nummer: charge.reference,
      vad: chargeKinds[charge.kind].label,
      kronor: charge.gross / 100,
      senast: charge.dueOn,
      läge: chargeStates[charge.status].label,
      betalt: charge.paidAt,
      från: charge.periodFrom,
      till: charge.periodUntil,
      struketFörAtt: charge.struckBecause,
    })),
    kvitton: (await readReceiptsShown(db, owner, everything)).map(({ title, date, what, sum }) => ({
      kvitto: title,
      datum: date,
      vad: what,
      belopp: sum,
    })),
  }
}

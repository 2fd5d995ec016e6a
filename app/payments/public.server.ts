/** The public interface of payments for other slices and the server. */

export type { MoneyPorts } from './activation.server'
export { askForBookedMonths, askForMonths, stopAskingForBookedMonths, strikeOpenMonths } from './ask.server'
export {
  askForBase,
  beginBilling,
  billCompanies,
  letGoOfBase,
  readBilling,
  wasMonthSkipped,
} from './bill-companies.server'
export { readImbalances } from './books/balance-store.server'
export { alignCards } from './card/align-cards.server'
export { keepSubscriptionsOf, readCardPayers, readLiveSubscription as readCardOf } from './card/card-store.server'
export { carryOutCardOrders } from './card/carry-out-card-orders.server'
export { openCardPortal, subscribeByCard } from './card/pay-by-card.server'
export { type PartOfDays, partOf } from './charge'
export {
  type Charge,
  isUnpaidSince,
  owesForPackage,
  readBaseOf,
  readChargesByReference,
  readChargesOfSlots,
  readFeeCharge,
  readLines,
  readOpenMonths,
  readPaidCharges,
  readPaidMonths,
} from './charge-store.server'
export { recordPaidByAdmin } from './desk/mark-paid.server'
export { exportPayments } from './export-payments.server'
export { askForFee } from './fee/ask-fee.server'
export {
  countBaseGivenBack,
  forgetPayer,
  stopAskingCompany,
  stopAskingMember,
  sumFeesOwed,
} from './forget-payer.server'
export { type GivenBack, giveBack } from './give-back.server'
export { tellOfBaseBack } from './letters/money-mails.server'
export { tellPayers } from './letters/tell-payers.server'
export { swishShown } from './parts/swish-shown.server'
export { notePatrolPayout } from './patrols/note-patrol-payout.server'
export { setPatrolShare } from './patrols/set-share.server'
export { readPatrolPayouts, readPatrolSums, readSharePercent } from './patrols/share-store.server'
export { readCompanyMoney } from './read-company-money.server'
export { type Fact, openSheet } from './receipts/pdf-sheet.server'
export { readReceiptsShown } from './receipts/read-receipt.server'
export { formatReference } from './reference'
export { sweepMoney } from './sweep-money.server'
export { askSwishBack } from './swish/ask-swish-back.server'
export { takePayments } from './take-payments.server'

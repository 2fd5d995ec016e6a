/** What other slices and the server may use of payments. */

export type { MoneyPorts } from './activation.server'
export { askForBookedMonths, askForMonths, stopAskingForBookedMonths, strikeOpenMonths } from './ask.server'
export { askForBase, beginBilling, billCompanies, readBilling } from './bill-companies.server'
export { alignCards, readCardPayers, readLiveSubscription as readCardOf } from './card-store.server'
export { carryOutCardOrders } from './carry-out-card-orders.server'
export {
  type Charge,
  readChargesOf,
  readChargesOfSlots,
  readLines,
  readOpenChargesOf,
  readOpenMonths,
  readPaidCharges,
  readPaidMonths,
} from './charge-store.server'
export { exportPayments } from './export-payments.server'
export { forgetPayer } from './forget-payer.server'
export { type GivenBack, giveBack } from './give-back.server'
export { recordPaidByAdmin } from './mark-paid.server'
export { openCardPortal, subscribeByCard } from './pay-by-card.server'
export { readCompanyMoney } from './read-company-money.server'
export { readReceiptsShown } from './read-receipt.server'
export { formatReference } from './reference'
export { sweepMoney } from './sweep-money.server'
export { takePayments } from './take-payments.server'

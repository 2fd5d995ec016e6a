/** What other slices' pages may import from payments: safe for a browser bundle. */
export { chargeStates, formatSum, fromNet, vatInFee } from './charge'
export { dueOnFrom } from './days'
export { askedOf as paymentQueryOf, readPaymentSearch } from './desk/payment-lists'
export { CardAwaited, useIsCardAwaited } from './parts/card-awaited'
export { MoneySection } from './parts/money-section'
export { SwishCode } from './parts/swish-code'
export { referencesIn } from './reference'

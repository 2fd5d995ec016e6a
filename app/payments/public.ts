/** What other slices' pages may take from payments: fit for a browser. */
export { chargeKinds, chargeStates, formatSum } from './charge'
export { MoneySection } from './parts/money-section'

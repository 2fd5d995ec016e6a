/** What other slices' pages may take from payments: fit for a browser. */
export { formatSum, fromNet } from './charge'
export { dueOnFrom } from './days'
export { MoneySection } from './parts/money-section'

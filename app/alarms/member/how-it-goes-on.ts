import { EMERGENCY_NUMBER } from '~/shared/product'
import { hasReachedNoGuard, noneOf, type Reach } from '../history/lamps'

/** What the member is told above the rest when it has been too long: that nobody has answered, or that no call to a guard has come so far. */
export const tooLong = (alarm: Reach): string =>
  `${hasReachedNoGuard(alarm) ? `Vi har inte nått ${noneOf(alarm)} än` : 'Ingen har svarat än'} – ring ${EMERGENCY_NUMBER}`

/** Once the member was told that nobody has answered everyone is called for an hour, and then by another press alone. */
export const howItGoesOn = (isCalling: boolean): string =>
  isCalling
    ? 'Vi fortsätter att larma.'
    : 'Vi larmar inte längre av oss själva. Larma igen här nedanför, så larmas alla på nytt.'

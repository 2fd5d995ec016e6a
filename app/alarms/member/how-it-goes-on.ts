import { EMERGENCY_NUMBER } from '~/shared/product'
import { hasReachedNobody } from '../history/lamps'

type Unanswered = Parameters<typeof hasReachedNobody>[0]

/** What the member is told above the rest when it has been too long: that nobody has answered, or that no call has come so far. */
export const tooLong = (alarm: Unanswered): string =>
  `${hasReachedNobody(alarm) ? 'Vi har inte nått någon än' : 'Ingen har svarat än'} – ring ${EMERGENCY_NUMBER}`

/** Once the member was told that nobody has answered everyone is called for an hour, and then by another press alone. */
export const howItGoesOn = (isCalling: boolean): string =>
  isCalling
    ? 'Vi fortsätter att larma.'
    : 'Vi larmar inte längre av oss själva. Larma igen här nedanför, så larmas alla på nytt.'

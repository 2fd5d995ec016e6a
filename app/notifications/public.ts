/** What other slices' pages and rules may take from notifications: fit for a browser. */
export { consents, type Purpose, purposes } from './consent'
export { type Channel, channelLabels } from './outbox'
export { PushButton } from './parts/push-button'
export { alphabetOf, countParts, wideCharacters } from './sms-parts'

/** The public API of outbox for other slices' pages and rules. Safe for the browser. */

export { consents, type How, howLabels, type Purpose, purposes } from './consent'
export { type Letter, letterAsHtml, letterAsText } from './mail-template'
export { carriesSecret, keptDays, kindLabel, type OpenKind } from './message-kinds'
export { channelLabels, type OutboxState, outboxStateLabels, pauseAfter } from './outbox'
export { putBack, withoutSecret } from './outbox-secret'
export { alphabetOf, countParts, wideCharacters } from './sms-parts'

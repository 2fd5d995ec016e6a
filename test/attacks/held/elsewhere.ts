/** Locks whose race tests stand with their use cases instead (test/attacks/locks.test.ts). */
export const heldElsewhere = [
  // In test/attacks/ways-in/undo-address.test.ts: without it, following the link deadlocks with winning the account
  // back.
  'accounts/account-store takeEmailChange',
  'alarms/raise/call-store queueSaid',
  'alarms/engine/delivery-store claimDeliveries',
  'alarms/engine/delivery-store renewClaims',
  'alarms/words/word-store forgetWords',
  'alarms/words/word-store freeWords',
  'broadcasts/broadcast-store takeRunning',
  'outbox/broadcast-messages-store stopBroadcastMessages',
  // In app/companies/calendar/busy-calendar.server.test.ts: skip locked, so that two processes never read the same
  // calendar.
  'companies/calendar/busy-store claimDueCalendars',
  // In app/outbox/outbox.server.test.ts: a double press makes one copy.
  'outbox/outbox-list-store lockMessageState',
  'outbox/outbox-store claimDue',
  'outbox/outbox-store deleteOldest',
  'payments/bill-companies billBatch',
  // By every start of the product; two at once in app/platform/database.
  'platform/database/migrate apply',
  'platform/database/migrate waitForTurn',
]

/** The public API of notifications for other slices' pages and rules. Safe for the browser. */

export { PushButton } from './choices/parts/push-button'
export { askedOf as outboxQueryOf, outboxOrders, readOutboxSearch } from './office/outbox-search'
export { Bell } from './received/parts/bell'

/** What other slices' pages and rules may take from notifications: fit for a browser. */

export { PushButton } from './choices/parts/push-button'
export { askedOf as outboxQueryOf, outboxOrders, readOutboxSearch } from './office/outbox-search'
export { Bell } from './received/parts/bell'

/** What other slices' pages and rules may take from notifications: fit for a browser. */

export { PushButton } from './choices/parts/push-button'
export { Bell } from './received/parts/bell'

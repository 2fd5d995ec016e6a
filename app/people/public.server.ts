/** The public interface of people for other slices and the server. */
export { tellOfOpening } from './bulk/begin-people-bulk.server'
export { peopleBulk } from './bulk/bulk-people.server'
export { enterRole } from './role/enter-role.server'
export { type Bound, leaveRole } from './role/leave-role.server'

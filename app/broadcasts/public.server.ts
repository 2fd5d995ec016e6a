/** What other slices and the server may use of broadcasts. */

export { insertBroadcast } from './broadcast-store.server'
export { layOutBroadcasts } from './lay-out-broadcasts.server'

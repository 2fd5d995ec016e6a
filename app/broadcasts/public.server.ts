/** The public API of broadcasts for other slices' server code and the server. */

export { insertBroadcast } from './broadcast-store.server'
export { layOutBroadcasts } from './lay-out-broadcasts.server'

/** What other slices and the server may use of broadcasts. */
export { layOutBroadcasts } from './lay-out-broadcasts.server'

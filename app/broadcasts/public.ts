/** The public API of broadcasts for other slices' pages and rules. Safe for the browser. */
export { queryOf as broadcastQueryOf, readBroadcastSearch } from './broadcast-search'

/** What other slices' pages and rules may take of broadcasts: fit for a browser. */
export { queryOf as broadcastQueryOf, readBroadcastSearch } from './broadcast-search'

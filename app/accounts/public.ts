/** What other slices' pages may take from accounts: fit for a browser. */
export { SessionWatch } from './parts/session-watch'

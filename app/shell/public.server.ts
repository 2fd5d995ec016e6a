/** What other slices may use of shell. */

export { above } from './above.server'

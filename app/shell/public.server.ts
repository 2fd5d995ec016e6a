/** The public API of shell for server code. */

export { above } from './above.server'

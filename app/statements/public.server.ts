/** What the server and the demo may use of statements. */
export { askForFees, askForMonth } from './ask-for-fees.server'

/** The public interface of statements for the server and the demo. */
export { askForFees, askForMonth } from './ask-for-fees.server'

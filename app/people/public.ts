/** What other slices' pages and rules may import from people: safe for a browser bundle. */
export { listQueryOf, peopleOrderFrom, peopleSearchFrom } from './people-search'

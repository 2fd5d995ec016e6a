/** What other slices' pages and rules may take of people: fit for a browser. */
export { listQueryOf, peopleOrderFrom, peopleSearchFrom } from './people-search'

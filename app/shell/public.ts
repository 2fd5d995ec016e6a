/** What every slice's pages may take from the shell. */
export { pageMeta } from './page-meta'
export { EmptyStreet } from './pictures/scenes'

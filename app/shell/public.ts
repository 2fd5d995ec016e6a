/** What every slice's pages may take from the shell. */
export { pageMeta } from './page-meta'
export { DogWalk, EmptyStreet } from './pictures/scenes'
export { stepps } from './stepps'

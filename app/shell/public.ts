/** What every slice's pages may take from the shell. */
export { originOf, pageMeta } from './page-meta'
export { PatrolWeek } from './pictures/patrol-week'
export { DogWalk, EmptyStreet, LampScene } from './pictures/scenes'
export { stepps } from './stepps'

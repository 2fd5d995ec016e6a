/** What every slice's pages may take from the shell. */
export { originOf, pageMeta } from './page-meta'
export { PatrolWeek } from './pictures/patrol-week'
export { EmptyStreet, LampScene } from './pictures/scenes'

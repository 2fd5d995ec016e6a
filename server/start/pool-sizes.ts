/**
 * Lines to the database in each process, by who has them: pages, requests about alarms, the engine, chores and messages, the
 * auditor, and whoever watches from outside. Two more listen (docs/operations.md says how many that is in all).
 */
export const poolSizes = { pages: 10, need: 10, engine: 6, work: 4, auditor: 1, watch: 1 } as const

/**
 * How long a test waits for what must come. These are limits against standing still and no measures: a machine that is
 * busy with other things stays far below them. What is claimed as fast is measured in bench/, beside something else.
 */
export const soon = { timeout: 60_000, interval: 10 }

/** What must not wait for the beat of an open stream, which is every twenty seconds (server/live.ts). */
export const beforeTheBeat = { timeout: 15_000 }

/** What an open page is told of, and must not find out when it looks by itself, every thirty (app/live). */
export const beforeItLooks = { timeout: 20_000 }

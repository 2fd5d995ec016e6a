/**
 * Timeout for things that must happen: a limit against hanging and not a measurement, with a large margin for a busy
 * machine. Claims about speed are measured in bench/.
 */
export const soon = { timeout: 60_000, interval: 10 }

/**
 * Shorter than the heartbeat of an open stream, twenty seconds (server/live.ts): the event itself must be what was
 * noticed.
 */
export const beforeTheBeat = { timeout: 15_000 }

/** Shorter than the polling interval of an open page, thirty seconds (app/live): the page must have been told. */
export const beforeItLooks = { timeout: 20_000 }

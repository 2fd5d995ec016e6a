import { type RawBuilder, sql } from 'kysely'
import { alarmChannels, openStates } from './alarm'

/**
 * Open states and channels as SQL literals. Not as parameters: the engine depends on partial indexes, and the generic
 * plan of a prepared statement cannot match those to a parameter.
 */
const words = (list: readonly string[]) => sql`(${sql.join(list.map((word) => sql.lit(word)))})`

/** Follows `status`: the alarm is open. */
export const inOpenStates: RawBuilder<boolean> = sql<boolean>`in ${words(openStates)}`

/** Follows `channel`: any channel of the engine. */
export const inChannels: RawBuilder<boolean> = sql<boolean>`in ${words(alarmChannels)}`

/** All channels as a table with one column. */
export const eachChannel = sql`(values ${sql.join(alarmChannels.map((channel) => sql`(${sql.lit(channel)})`))})`

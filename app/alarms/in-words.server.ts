import { type RawBuilder, sql } from 'kysely'
import { alarmChannels, openStates } from './alarm'

/**
 * Open states and channels as words of a statement. As literals, not parameters: the indexes that the engine lives by are partial, and
 * a statement is planned once per connection.
 */
const words = (list: readonly string[]) => sql`(${sql.join(list.map((word) => sql.lit(word)))})`

/** After `status`: the alarm is open. */
export const inOpenStates: RawBuilder<boolean> = sql<boolean>`in ${words(openStates)}`

/** After `channel`: every one that the engine sends by. */
export const inChannels: RawBuilder<boolean> = sql<boolean>`in ${words(alarmChannels)}`

/** A row of each channel, as a table of one column. */
export const eachChannel = sql`(values ${sql.join(alarmChannels.map((channel) => sql`(${sql.lit(channel)})`))})`

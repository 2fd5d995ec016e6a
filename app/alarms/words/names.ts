const list = new Intl.ListFormat('sv-SE', { type: 'conjunction' })

/** "Bo och Cilla kommer också": colleagues of whoever has it. */
export const whoComeToo = (firstNames: readonly string[]) => `${list.format(firstNames)} kommer också`

/** The same of an alarm that is over. */
export const whoWouldComeToo = (firstNames: readonly string[]) => `${list.format(firstNames)} skulle också komma`

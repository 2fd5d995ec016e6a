const list = new Intl.ListFormat('sv-SE', { type: 'conjunction' })

/** "Bo och Cilla". */
export const allOf = (firstNames: readonly string[]) => list.format(firstNames)

/** "Bo och Cilla kommer också": colleagues of the taker. */
export const whoComeToo = (firstNames: readonly string[]) => `${allOf(firstNames)} kommer också`

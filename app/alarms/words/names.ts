const list = new Intl.ListFormat('sv-SE', { type: 'conjunction' })

/** "Bo och Cilla kommer också": colleagues of whoever has it. */
export const whoComeToo = (firstNames: readonly string[]) => `${list.format(firstNames)} kommer också`

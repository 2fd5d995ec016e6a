/**
 * How far a search for people got if it did not examine everybody: the first n of the list, or n of those who match the
 * text. Null if it examined everybody.
 */
export type LookedAt = { firstOfList: number } | { someWithText: number } | null

const inSwedish = (count: number) => count.toLocaleString('sv-SE')

/** The Swedish note shown beside an incomplete result, with advice on how to search. */
export function notAllWords(lookedAt: LookedAt): string | null {
  if (!lookedAt) return null
  if ('firstOfList' in lookedAt) {
    const first = inSwedish(lookedAt.firstOfList)
    return `Vi har bara sökt igenom de ${first} första i listan. Skriv tre bokstäver eller siffror i rad för att söka bland alla.`
  }
  const some = inSwedish(lookedAt.someWithText)
  return `Fler än ${some} stämmer med det du har skrivit. Vi har tittat på ${some} av dem, så någon kan saknas här. Skriv mer för att hitta rätt.`
}

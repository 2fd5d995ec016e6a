/** How far a search for people looked where that was not at everyone: at the first of the list, or at some who have the text. */
export type LookedAt = { firstOfList: number } | { someWithText: number } | null

const inSwedish = (count: number) => count.toLocaleString('sv-SE')

/** Said beside what was found, with what would help. */
export function notAllWords(lookedAt: LookedAt): string | null {
  if (!lookedAt) return null
  if ('firstOfList' in lookedAt) {
    const first = inSwedish(lookedAt.firstOfList)
    return `Vi har bara sökt igenom de ${first} första i listan. Skriv tre bokstäver eller siffror i rad för att söka bland alla.`
  }
  const some = inSwedish(lookedAt.someWithText)
  return `Fler än ${some} stämmer med det du har skrivit. Vi har tittat på ${some} av dem, så någon kan saknas här. Skriv mer för att hitta rätt.`
}

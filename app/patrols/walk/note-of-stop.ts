/** The most characters in the note of a stop. */
export const longestNote = 500

/**
 * What is wrong with the note of a stop, for the phone: it keeps the stop and empties the form before the server has
 * answered, so a note that the server would refuse must not get that far. Null if nothing is.
 */
export const wrongNote = (note: string): string | null =>
  note.trim().length > longestNote ? `Anteckningen får vara högst ${longestNote} tecken` : null

/**
 * What a reply by SMS asks for. STOP comes first in any wording that people use; everything else is offered to the
 * alarms, which know their own words.
 */
const stopWords = /^\W*(stop|stopp|sluta|avsluta|avbryt|avregistrera)\b/i

export const asksToStop = (text: string): boolean => stopWords.test(text)

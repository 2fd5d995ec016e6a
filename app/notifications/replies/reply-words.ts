/**
 * Recognises STOP in a reply, in the wordings that people use. Every other reply is passed to the alarms, which parse
 * their own words.
 */
const stopWords = /^\W*(stop|stopp|sluta|avsluta|avbryt|avregistrera)\b/i

export const asksToStop = (text: string): boolean => stopWords.test(text)

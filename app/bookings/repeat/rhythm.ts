/** The rhythms of a series. Each time is a booking of its own (docs/decisions/0191). */
const rhythms = {
  1: { label: 'Varje vecka', words: 'Upprepas varje vecka' },
  2: { label: 'Varannan vecka', words: 'Upprepas varannan vecka' },
  4: { label: 'Var fjärde vecka', words: 'Upprepas var fjärde vecka' },
} as const

export type Weeks = keyof typeof rhythms

export const everyWeeks = [1, 2, 4] as const satisfies readonly Weeks[]

/** The label of the choice: "Varannan vecka". */
export const rhythmLabel = (weeks: Weeks) => rhythms[weeks].label
/** The statement that both sides read: "Upprepas varannan vecka". */
export const rhythmWords = (weeks: Weeks) => rhythms[weeks].words

/** Parses untrusted text from an address or a form; undefined if it is no rhythm. */
export const weeksFrom = (text: unknown): Weeks | undefined =>
  everyWeeks.find((weeks) => String(weeks) === String(text))

/** The rules of a series, shown before booking. */
export const seriesRule =
  'Varje gång är en egen bokning till samma pris: du kan flytta den, eller hoppa över den genom att avboka, med samma regel som för alla bokningar. Nya gånger bokas efter hand, tre månader framåt, tills du eller företaget avslutar. Ändras priset eller något annat du har sagt ja till frågar vi dig först.'

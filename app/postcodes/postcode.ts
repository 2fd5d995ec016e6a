import { EMERGENCY_NUMBER } from '~/shared/product'

/** planned: known but not open. open: guards patrol and people can join. closed: no longer served. */
export type PostcodeState = 'planned' | 'open' | 'closed'

export const postcodeStateLabels = {
  planned: 'Planerat',
  open: 'Öppet',
  closed: 'Stängt',
} as const satisfies Record<PostcodeState, string>

/** What each state means for the residents, shown where an administrator chooses one. */
export const postcodeStateHints = {
  planned: 'Vi vet var det är. Folk kan gå med och väntar.',
  open: 'Väktare går här. De som har väntat får ett mejl.',
  closed: 'Ingen går här längre. Medlemskapen finns kvar tills var och en har fått besked.',
} as const satisfies Record<PostcodeState, string>

/** Warns residents of a postcode that is not open, before they rely on anything. */
export const notOpen = {
  title: 'Ditt kvarter har inte öppnat än',
  text: `Ingen väktare går här och ingen kommer på ett larm. Ring ${EMERGENCY_NUMBER} om du behöver hjälp. Medlemskapet kostar inget förrän det öppnar, och då hör vi av oss.`,
} as const

export type Postcode = {
  code: string
  name: string
  state: PostcodeState
  latitude: number | null
  longitude: number | null
}

/** "Älvsjö, 125 40"; only "125 99" for a postcode not in our table. */
export function areaName(code: string, postcode: Pick<Postcode, 'name'> | null): string {
  return postcode ? `${postcode.name}, ${formatPostcode(code)}` : formatPostcode(code)
}

/** "12540" formatted: "125 40". */
export function formatPostcode(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`
}

/** As `formatPostcode`, with a non-breaking space for running text. Not for form fields, which echo what was typed. */
export function postcodeInText(digits: string): string {
  return formatPostcode(digits).replace(' ', '\u00a0')
}

const list = new Intl.ListFormat('sv-SE')

/** "125 31, 125 40 och 125 48", in a sentence. */
export const postcodesInText = (codes: readonly string[]): string => list.format(codes.map(postcodeInText))

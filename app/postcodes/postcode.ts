import { EMERGENCY_NUMBER } from '~/shared/product'

/** Planned: we know where it is. Open: guards walk there and people can join. Closed: not any more. */
export type PostcodeState = 'planned' | 'open' | 'closed'

export const postcodeStateLabels = {
  planned: 'Planerat',
  open: 'Öppet',
  closed: 'Stängt',
} as const satisfies Record<PostcodeState, string>

/** What a state means for those who live there, where an administrator chooses one. */
export const postcodeStateHints = {
  planned: 'Vi vet var det är. Folk kan gå med och väntar.',
  open: 'Väktare går här. De som har väntat får ett mejl.',
  closed: 'Ingen går här längre. Medlemskapen finns kvar tills var och en har fått besked.',
} as const satisfies Record<PostcodeState, string>

/** To whoever lives where it is not open, before they rely on anything. */
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

/** "Älvsjö, 125 40", and "125 99" where we have never been. */
export function areaName(code: string, postcode: Pick<Postcode, 'name'> | null): string {
  return postcode ? `${postcode.name}, ${formatPostcode(code)}` : formatPostcode(code)
}

/** "12540" as people write it: "125 40". */
export function formatPostcode(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`
}

/** The same in a sentence: the halves stay on one line. Not for a field, whose words come back as they were typed. */
export function postcodeInText(digits: string): string {
  return formatPostcode(digits).replace(' ', '\u00a0')
}

const list = new Intl.ListFormat('sv-SE')

/** "125 31, 125 40 och 125 48", in a sentence. */
export const postcodesInText = (codes: readonly string[]): string => list.format(codes.map(postcodeInText))

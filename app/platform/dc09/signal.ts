/**
 * The signals an alarm receiving centre can be sent, with their codes in SIA DC-05 (Contact ID) and DC-03 (SIA). DC-09
 * carries either format. This file knows nothing of the domain's alarms.
 */
export const signalFormats = ['SIA-DCS', 'ADM-CID'] as const
export type SignalFormat = (typeof signalFormats)[number]

/** The first digit of a Contact ID code is the qualifier: 1 is a new event, 3 is its end. */
export const signalCodes = {
  panic: { sia: 'PA', contactId: '1120' },
  'panic over': { sia: 'PH', contactId: '3120' },
  /** Raised under threat: no phone may ring there. */
  duress: { sia: 'HA', contactId: '1122' },
  'duress over': { sia: 'HH', contactId: '3122' },
  test: { sia: 'RP', contactId: '1602' },
} as const satisfies Record<string, { sia: string; contactId: string }>
export type SignalKind = keyof typeof signalCodes

export type Signal = {
  kind: SignalKind
  /** Identifies the event: 1 to 999, the same from its start to its end; 0 if there is nothing to distinguish. */
  zone: number
  /** When the event happened, which may be a while before the signal is sent. */
  happenedAt: Date
  /** The site as text: a postcode. */
  site: string | null
  position: { latitude: number; longitude: number } | null
  /** A web address with more about the event. */
  link: string | null
}

export function dataOf(format: SignalFormat, { kind, zone }: Signal): string {
  const code = signalCodes[kind]
  const at = String(zone).padStart(3, '0')
  return format === 'SIA-DCS' ? `Nri0/${code.sia}${at}` : `${code.contactId} 00 ${at}`
}

/** Extended data of DC-09, each in its own brackets: H time, S site, X longitude, Y latitude, V verification. */
export function extensionsOf({ happenedAt, site, position, link }: Signal): string {
  return [
    `H${momentText(happenedAt)}`,
    site && `S${site}`,
    position && `X${degrees(position.longitude, 3, 'E', 'W')}`,
    position && `Y${degrees(position.latitude, 2, 'N', 'S')}`,
    link && `V${link}`,
  ]
    .filter((part) => part !== null && part !== '')
    .map((part) => `[${plain(String(part))}]`)
    .join('')
}

/** Degrees, hemisphere, minutes with three decimals: 018E01.234. */
function degrees(value: number, digits: number, plus: string, minus: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, '0')
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${whole}${value < 0 ? minus : plus}${minutes}`
}

/** Replaces characters that would end a field or a frame, and those outside ASCII. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[[\]|]/g, ' ')

const two = (number: number) => String(number).padStart(2, '0')

/** "HH:MM:SS,MM-DD-YYYY", always in UTC. */
export function momentText(at: Date): string {
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${clock},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${String(at.getUTCFullYear()).padStart(4, '0')}`
}

/** Parses a timestamp. Null if the text is not a valid one. */
export function momentIn(text: string): Date | null {
  const [, clock, month, day, year] = /^(\d\d:\d\d:\d\d),(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${clock}Z`)
  // Date turns the 31st of February into March; comparing with the text refuses such days.
  return Number.isNaN(at.getTime()) || momentText(at) !== text ? null : at
}

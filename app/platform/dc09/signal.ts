/**
 * What an alarm receiving centre can be told, in the words of SIA DC-05 (Contact ID) and DC-03 (SIA). DC-09 carries either; it
 * knows nothing of what we call an alarm.
 */
export const signalFormats = ['SIA-DCS', 'ADM-CID'] as const
export type SignalFormat = (typeof signalFormats)[number]

/** With the first digit of Contact ID: 1 is an event, 3 is its end. */
export const signalCodes = {
  panic: { sia: 'PA', contactId: '1120' },
  'panic over': { sia: 'PH', contactId: '3120' },
  /** Under threat: nothing may ring there. */
  duress: { sia: 'HA', contactId: '1122' },
  'duress over': { sia: 'HH', contactId: '3122' },
  test: { sia: 'RP', contactId: '1602' },
} as const satisfies Record<string, { sia: string; contactId: string }>
export type SignalKind = keyof typeof signalCodes

export type Signal = {
  kind: SignalKind
  /** One to 999, the same from an event to its end; 0 where there is nothing to tell apart. */
  zone: number
  /** When it happened, which may be a while before it is sent. */
  happenedAt: Date
  /** What stands where: a postcode. */
  site: string | null
  position: { latitude: number; longitude: number } | null
  /** Where somebody can look. */
  link: string | null
}

export function dataOf(format: SignalFormat, { kind, zone }: Signal): string {
  const code = signalCodes[kind]
  const at = String(zone).padStart(3, '0')
  return format === 'SIA-DCS' ? `Nri0/${code.sia}${at}` : `${code.contactId} 00 ${at}`
}

/** DC-09's extended data, each in brackets of its own: H time, S site, X longitude, Y latitude, V verification. */
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

/** Degrees, the half of the globe, minutes with three decimals: 018E01.234. */
function degrees(value: number, digits: number, plus: string, minus: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, '0')
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${whole}${value < 0 ? minus : plus}${minutes}`
}

/** What would end a field, a frame or the line, and what ASCII has no sign for. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[[\]|]/g, ' ')

const two = (number: number) => String(number).padStart(2, '0')

/** "HH:MM:SS,MM-DD-YYYY", always in UTC. */
export function momentText(at: Date): string {
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${clock},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${String(at.getUTCFullYear()).padStart(4, '0')}`
}

/** Null for what is no moment. */
export function momentIn(text: string): Date | null {
  const [, clock, month, day, year] = /^(\d\d:\d\d:\d\d),(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${clock}Z`)
  // The 31st of February is moved on by Date, and is none.
  return Number.isNaN(at.getTime()) || momentText(at) !== text ? null : at
}

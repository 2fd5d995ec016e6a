import { PRODUCT_NAME } from '~/shared/product'

/** Bookings as calendars read them (iCalendar, RFC 5545). Pure: what is said follows from what is given. */
export type CalendarEvent = {
  id: string
  /** Rises with every change that moves or cancels: a calendar keeps the highest it has seen. */
  sequence: number
  status: 'tentative' | 'confirmed' | 'cancelled'
  startsAt: Date
  endsAt: Date
  changedAt: Date
  title: string
  description: string
  location: string
  /** The booking's page. */
  url: string
}

/** How often a calendar that follows an address is asked to look again. */
const lookAgain = 'PT30M'

/** One booking to add to a calendar, or a whole feed of them under a name. */
export function calendarFile(events: readonly CalendarEvent[], name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Bokningar//SV`,
    'CALSCALE:GREGORIAN',
    ...(name ? named(name) : []),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** The same for the life of the booking, wherever the product lives. */
export function calendarUid(bookingId: string): string {
  return `booking-${bookingId}@${PRODUCT_NAME.toLowerCase()}`
}

function named(name: string): string[] {
  return [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${lookAgain}`,
    `X-PUBLISHED-TTL:${lookAgain}`,
  ]
}

function eventLines(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${calendarUid(event.id)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${instant(event.changedAt)}`,
    `LAST-MODIFIED:${instant(event.changedAt)}`,
    // As moments and not as a wall clock with a time zone: right on the days when the clock is moved, in every program.
    `DTSTART:${instant(event.startsAt)}`,
    `DTEND:${instant(event.endsAt)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `URL:${event.url}`,
    `STATUS:${event.status.toUpperCase()}`,
    `TRANSP:${event.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** "20261126T080000Z" */
function instant(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

const encoder = new TextEncoder()
const longestLine = 75

/** Lines are at most 75 bytes and go on after a break and a space; a letter of several bytes is not cut. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    // Every line but the first begins with a space.
    if (bytes + size > longestLine - (parts.length > 0 ? 1 : 0)) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += letter
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

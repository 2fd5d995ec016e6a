import { PRODUCT_NAME } from '~/shared/product'

/** Bookings in the iCalendar format (RFC 5545). A pure function of its input. */
export type CalendarEvent = {
  id: string
  /** Increases with every change of time or state. Calendar programs ignore a lower SEQUENCE than they have. */
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

/** The polling interval suggested to calendar programs. */
const lookAgain = 'PT30M'

/** A file with one event, or a feed of many with a name. */
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

/** The UID of an event: stable for the life of the booking, even if the domain changes. */
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
    // In UTC rather than local time with a time zone: correct across DST changes in every program.
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

/** Folds lines at 75 bytes with CRLF and a space (RFC 5545), without splitting a multi-byte character. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    // The leading space of a continuation line counts.
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

import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, calendarFile, calendarUid } from './calendar-file'

const booking: CalendarEvent = {
  id: '01a1fa7b-5906-731d-880d-3f8b23f1bbc7',
  sequence: 0,
  status: 'confirmed',
  startsAt: new Date('2026-11-26T08:00:00Z'),
  endsAt: new Date('2026-11-26T10:00:00Z'),
  changedAt: new Date('2026-11-20T20:00:00.123Z'),
  title: 'Hemstädning hos Lind Städ & Hem',
  description: 'Pris: 540 kr',
  location: 'Götalandsvägen 1, 125 40 Älvsjö',
  url: 'https://kvartera.test/dashboard/customer/bookings/01a1fa7b-5906-731d-880d-3f8b23f1bbc7',
}

/** The events as a calendar program parses them. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      description: event.description,
      location: event.location,
      status: component.getFirstPropertyValue('status'),
      startsAt: event.startDate.toJSDate().toISOString(),
      hours: event.duration.toSeconds() / 3600,
    }
  })
}

test('a booking becomes an iCalendar event with its time, place, title and description', () => {
  expect(read(calendarFile([booking]))).toEqual([
    {
      uid: calendarUid(booking.id),
      sequence: 0,
      title: 'Hemstädning hos Lind Städ & Hem',
      description: 'Pris: 540 kr',
      location: 'Götalandsvägen 1, 125 40 Älvsjö',
      status: 'CONFIRMED',
      startsAt: '2026-11-26T08:00:00.000Z',
      hours: 2,
    },
  ])
})

test('an update and a cancellation have the same UID and a higher sequence', () => {
  const [moved] = read(calendarFile([{ ...booking, sequence: 1, startsAt: new Date('2026-11-27T08:00:00Z') }]))
  const [cancelled] = read(calendarFile([{ ...booking, sequence: 2, status: 'cancelled' }]))
  expect(moved).toMatchObject({ uid: calendarUid(booking.id), sequence: 1, startsAt: '2026-11-27T08:00:00.000Z' })
  expect(cancelled).toMatchObject({ uid: calendarUid(booking.id), sequence: 2, status: 'CANCELLED' })
})

describe('daylight saving time', () => {
  test.each([
    // From 01.30 to 03.30 on the wall clock is one hour in March and three in October.
    ['March 2027', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', '01:30', '03:30', 1],
    ['October 2027', '2027-10-30T23:30:00Z', '2027-10-31T02:30:00Z', '01:30', '03:30', 3],
  ])('an event over the change keeps its start, end and length: %s', (_, from, to, wallFrom, wallTo, hours) => {
    const [event] = read(calendarFile([{ ...booking, startsAt: new Date(from), endsAt: new Date(to) }]))
    expect(event?.hours).toBe(hours)
    const wall = (moment: string) =>
      new Date(moment).toLocaleTimeString('sv-SE', { timeStyle: 'short', timeZone: 'Europe/Stockholm' })
    expect([wall(event?.startsAt ?? ''), wall(to)]).toEqual([wallFrom, wallTo])
  })
})

test('text is escaped, so that it cannot inject lines, and every character arrives', () => {
  const nasty = 'Rad ett; två, tre\\fyra\r\nEND:VEVENT\nBEGIN:VEVENT\u0007 åäö 🏡'.repeat(5)
  const file = calendarFile([{ ...booking, title: nasty, location: nasty }])
  const [event, ...others] = read(file)
  expect(others).toEqual([])
  expect(event?.title).toBe(nasty.replaceAll('\r\n', '\n').replaceAll('\u0007', ''))
  expect(event?.location).toBe(event?.title)
})

test.each(['å🏡ä', 'a'])('no line is longer than 75 bytes with text of %s', (letters) => {
  const description = letters.repeat(200)
  const file = calendarFile([{ ...booking, description }], 'Bokningar')
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(read(file)[0]?.description).toBe(description)
})

test('lines are folded at 75 bytes and no sooner, and a continuation begins with a space', () => {
  const linesOf = (letters: number) => {
    const description = 'a'.repeat(letters - 'DESCRIPTION:'.length)
    const lines = calendarFile([{ ...booking, description }]).split('\r\n')
    const first = lines.findIndex((line) => line.startsWith('DESCRIPTION:'))
    return lines
      .slice(
        first,
        lines.findIndex((line) => line.startsWith('LOCATION:')),
      )
      .map((line) => line.length)
  }
  expect([75, 76, 149, 150, 212].map(linesOf)).toEqual([[75], [75, 2], [75, 75], [75, 75, 2], [75, 75, 64]])
})

test('times are whole seconds, and a cancelled event is transparent', () => {
  const lines = (given: Partial<CalendarEvent>) => calendarFile([{ ...booking, ...given }]).split('\r\n')
  expect(lines({})).toEqual(
    expect.arrayContaining(['DTSTART:20261126T080000Z', 'DTEND:20261126T100000Z', 'DTSTAMP:20261120T200000Z']),
  )
  expect([lines({}).at(-4), lines({ status: 'cancelled' }).at(-4)]).toEqual(['TRANSP:OPAQUE', 'TRANSP:TRANSPARENT'])
})

test('a feed has a name and all events, and an empty feed is a valid calendar', () => {
  const feed = calendarFile([booking, { ...booking, id: '01a1fa7b-5906-731d-880d-3f8b23f1bbc8' }], 'Mina bokningar')
  expect(read(feed)).toHaveLength(2)
  expect(new ICAL.Component(ICAL.parse(feed)).getFirstPropertyValue('x-wr-calname')).toBe('Mina bokningar')
  expect(read(calendarFile([], 'Mina bokningar'))).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofVeryMany } from '../../../test/support/pace/long'
import { whyNotAt } from '../book/availability'
import { momentOf, openDays, startOn } from '../book/open-days.server'
import { comingOn, withinReach } from './coming.server'
import { everyWeeks, type Weeks } from './rhythm'

/* Property test: years of a series against a reference model, with DST changes, public holidays, closed days, other
   jobs, cancelled and moved times, and a chore that runs now and then. The model uses calendar days and wall-clock
   minutes only, no instants. */

const easters = ['2026-04-05', '2027-03-28', '2028-04-16', '2029-04-01', '2030-04-21', '2031-04-13', '2032-03-28']
const fixed = ['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31']
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Public holidays as printed in a wall calendar, independent of the product's computation. */
function isHoliday(day: string): boolean {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const easter = easters.find((one) => one.startsWith(day.slice(0, 4))) ?? ''
  const isSaturdayOf = (from: number, to: number) => weekdayOf(day) === 6 && from <= date && date <= to
  return (
    fixed.includes(day.slice(5)) ||
    [-2, 0, 1, 39, 49].some((days) => plus(easter, days) === day) ||
    (month === 6 && (isSaturdayOf(20, 26) || (weekdayOf(day) === 5 && 19 <= date && date <= 25))) ||
    (month === 10 && date === 31 && weekdayOf(day) === 6) ||
    (month === 11 && isSaturdayOf(1, 6))
  )
}

type Job = { day: string; from: number; to: number }
type Deed =
  | { kind: 'look'; after: number }
  | { kind: 'close'; ahead: number; days: number }
  | { kind: 'open again' }
  | { kind: 'job'; ahead: number; from: number }
  | { kind: 'skip'; which: number }
  | { kind: 'move'; which: number; days: number; from: number }

const minuteOfDay = fc.integer({ min: 16, max: 34 }).map((half) => half * 30)
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look'), after: fc.integer({ min: 0, max: 120 }) }) },
  fc.record({
    kind: fc.constant('close'),
    ahead: fc.integer({ max: 200, min: 0 }),
    days: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('open again') }),
  fc.record({ kind: fc.constant('job'), ahead: fc.integer({ min: 0, max: 120 }), from: minuteOfDay }),
  fc.record({ kind: fc.constant('skip'), which: fc.nat() }),
  fc.record({ kind: fc.constant('move'), which: fc.nat(), days: fc.integer({ min: -3, max: 3 }), from: minuteOfDay }),
)
const stories = fc.record({
  first: fc.integer({ min: 0, max: 1_400 }).map((days) => plus('2026-01-01', days)),
  weeks: fc.constantFrom<Weeks>(...everyWeeks),
  from: minuteOfDay,
  minutes: fc.constantFrom(30, 60, 90, 120),
  weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 4 }),
  onHolidays: fc.boolean(),
  deeds: fc.array(deeds, { minLength: 5, maxLength: 30 }),
})

const onTheWall = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const wall = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Stockholm' })
const moment = ({ day, from, to }: Job) => ({ from: startOn(day, onTheWall(from)), to: startOn(day, onTheWall(to)) })
const meet = (a: Job, b: Job) => a.day === b.day && a.from < b.to && b.from < a.to

test('over years the bookings of a series equal those of a reference model', () => {
  fc.assert(
    fc.property(stories, ({ first, weeks, from, minutes, weekdays, onHolidays, deeds }) => {
      const rhythm = { weeks, time: onTheWall(from), onHolidays }
      const week = weekdays.map((day) => ({ weekday: day || 7, opens: '08:00', closes: '18:00' }))
      const wanted = { durationMin: minutes, bufferMin: 0, noticeHours: 48, isLongerThanOpen: false }
      let today = first
      let closed: { from: string; to: string; reason: string }[] = []
      const others: Job[] = []
      // The product: where the series continues, and the booking for each day; null when it was cancelled.
      let nextDay = plus(first, 7 * weeks)
      const calendar = new Map<string, Job | null>([[first, { day: first, from, to: from + minutes }]])
      // The model's state: how far days have been decided, and the days that should have been booked.
      let decided = 0
      const paper = [first]

      const jobs = () => [...others, ...[...calendar.values()].filter((job) => job !== null)]
      const look = () => {
        const onPaper = jobs()
        for (let day = plus(first, 7 * weeks); day <= plus(today, 90); day = plus(day, 7 * weeks)) {
          const number = (Date.parse(day) - Date.parse(first)) / 86_400_000
          if (number <= decided) continue
          decided = number
          const isOpen = weekdays.includes(weekdayOf(day)) && !closed.some((one) => one.from <= day && day <= one.to)
          const fits = from >= 8 * 60 && from + minutes <= 18 * 60
          const isTaken = onPaper.some((job) => meet(job, { day, from, to: from + minutes }))
          if (day >= today && isOpen && fits && !isTaken && (onHolidays || !isHoliday(day))) paper.push(day)
        }
        // Early in the morning, before any job begins.
        const now = new Date(`${today}T04:00:00Z`)
        const reach = withinReach({ ...rhythm, nextDay }, now)
        for (const day of reach.days) {
          const held = jobs().map(moment)
          const { none, start } = comingOn(rhythm, day, (of, at) => {
            const [open] = openDays({ week, closed }, of, 1)
            if (!open) throw new Error('no day')
            return { none: whyNotAt(open, at, held, 1, wanted, now.getTime()), closedBecause: null }
          })
          expect(wall.format(start)).toBe(`${day} ${rhythm.time}`)
          expect(calendar.has(day)).toBe(false)
          if (none === null) calendar.set(day, { day, from, to: from + minutes })
        }
        expect(withinReach({ ...rhythm, nextDay: reach.nextDay }, now).days).toEqual([])
        nextDay = reach.nextDay
        expect([...calendar.keys()]).toEqual(paper)
      }

      for (const deed of deeds) {
        const made = [...calendar.keys()]
        const which = 'which' in deed ? (made[deed.which % made.length] ?? first) : first
        if (deed.kind === 'look') {
          today = plus(today, deed.after)
          look()
        } else if (deed.kind === 'close') {
          const begins = plus(today, deed.ahead)
          closed.push({ from: begins, to: plus(begins, deed.days), reason: '' })
        } else if (deed.kind === 'open again') closed = []
        else if (deed.kind === 'job') others.push({ day: plus(today, deed.ahead), from: deed.from, to: deed.from + 60 })
        else if (deed.kind === 'skip') calendar.set(which, null)
        else calendar.set(which, { day: plus(which, deed.days), from: deed.from, to: deed.from + minutes })
      }
      look()
    }),
    { numRuns: ofVeryMany(10_000, 900, 60) },
  )
}, 600_000)

test('startOn moves a skipped hour to the one after, and takes the first of a repeated hour', () => {
  expect(new Date(startOn('2027-03-28', '02:30')).toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(new Date(startOn('2027-10-31', '02:30')).toISOString()).toBe('2027-10-31T00:30:00.000Z')
  expect(startOn('2027-06-01', '09:00')).toBe(momentOf('2027-06-01', '09:00'))
})

import { accepted, type Outcome, refused } from '~/shared/outcome'
import { byOpening, type Span, weekdays } from './opening-hours'

export const weekFailure = 'Öppettiderna är inte sparade'

/** A weekday has at most two spans: before and after lunch. */
export const passes = [1, 2] as const
export type Pass = (typeof passes)[number]

/** The checkbox that applies Monday's hours to all working days. */
export const alikeField = 'alike'
const workingDays = [1, 2, 3, 4, 5]

export function timeField(weekday: number, pass: Pass, end: 'opens' | 'closes'): string {
  return `${end}-${weekday}-${pass}`
}

/** Parses a week's spans, with an error for each field. Days without times are closed. */
export function parseWeek(values: Record<string, string>): Outcome<Span[]> {
  const fields: Record<string, string> = {}
  const alike = values[alikeField] === 'on'
  const shownDays = weekdays.map((_, index) => index + 1).filter((day) => !alike || day === 1 || day > 5)
  const spans = shownDays.flatMap((day) => {
    const ofDay = parseDay(values, day, fields)
    return alike && day === 1 ? workingDays.flatMap((weekday) => ofDay.map((span) => ({ ...span, weekday }))) : ofDay
  })
  if (Object.keys(fields).length > 0) return refused(weekFailure, { fields })
  return accepted(spans)
}

function parseDay(values: Record<string, string>, weekday: number, fields: Record<string, string>): Span[] {
  const spans = passes.flatMap((pass) => {
    const [opensField, closesField] = [timeField(weekday, pass, 'opens'), timeField(weekday, pass, 'closes')]
    const opens = readTime(values[opensField])
    const closes = readTime(values[closesField])
    if (opens === '' && closes === '') return []
    if (opens === '') fields[opensField] = `Fyll i när ni öppnar på ${weekdays[weekday - 1]}`
    if (closes === '') fields[closesField] = `Fyll i när ni stänger på ${weekdays[weekday - 1]}`
    if (opens === null) fields[opensField] = 'Skriv en tid, till exempel 08.00'
    if (closes === null) fields[closesField] = 'Skriv en tid, till exempel 17.00'
    if (!opens || !closes) return []
    if (closes === '00:00') fields[closesField] = 'Skriv 23.59 om ni stänger vid midnatt'
    else if (closes <= opens) fields[closesField] = `Ni stänger innan ni öppnar på ${weekdays[weekday - 1]}`
    return [{ weekday, opens, closes, field: opensField }]
  })
  const inOrder = spans.toSorted(byOpening)
  for (const [index, { opens, field }] of inOrder.entries()) {
    const before = inOrder[index - 1]
    if (before && opens < before.closes) fields[field] ??= `Passen går in i varandra på ${weekdays[weekday - 1]}`
  }
  return inOrder.map(({ opens, closes }) => ({ weekday, opens, closes }))
}

/**
 * Parses a time as "08:00". Accepts "8", "8.00" and "08:00", since a browser without time fields sends free text. Empty
 * stays empty; null if invalid.
 */
function readTime(typed = ''): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?$/.exec(text) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Form values for the stored hours. A week without hours starts with the checkbox for equal days ticked. */
export function weekValues(spans: readonly Span[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const weekday of weekdays.keys()) {
    const ofDay = spans.filter((span) => span.weekday === weekday + 1)
    for (const pass of passes) {
      const span = ofDay[pass - 1]
      if (!span) continue
      values[timeField(span.weekday, pass, 'opens')] = span.opens
      values[timeField(span.weekday, pass, 'closes')] = span.closes
    }
  }
  const written = (day: number) =>
    passes.map((pass) => [values[timeField(day, pass, 'opens')], values[timeField(day, pass, 'closes')]]).join()
  if (workingDays.every((day) => written(day) === written(1))) values[alikeField] = 'on'
  return values
}

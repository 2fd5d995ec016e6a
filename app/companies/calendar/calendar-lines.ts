/** What stands in a calendar's file (iCalendar, RFC 5545), of its events what says when somebody is busy. Pure. */

export type Property = { value: string; params: Record<string, string> }

/** By the name of each property, in capitals; one that comes several times is there as often. */
export type EventLines = Map<string, Property[]>

/** Null for what is no calendar. What stands inside of an event, such as a reminder, is not read. */
export function readEventLines(text: string): EventLines[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  if (lines[0]?.trim().toUpperCase() !== 'BEGIN:VCALENDAR') return null
  const events: EventLines[] = []
  let event: EventLines | null = null
  let inside = 0
  for (const line of lines) {
    const begun = /^(BEGIN|END):(\w+)\s*$/i.exec(line)
    const isEvent = begun?.[2]?.toUpperCase() === 'VEVENT'
    if (begun && isEvent && inside === 0) {
      if (begun[1]?.toUpperCase() === 'BEGIN') event = new Map()
      else if (event) {
        events.push(event)
        event = null
      }
    } else if (begun && event) inside += begun[1]?.toUpperCase() === 'BEGIN' ? 1 : -1
    else if (event && inside === 0) keep(event, line)
  }
  return events
}

function keep(event: EventLines, line: string) {
  const end = valueAt(line)
  if (end < 0) return
  const [name = '', ...params] = line.slice(0, end).split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const property = {
    value: line.slice(end + 1).trim(),
    params: Object.fromEntries(
      params.map((param) => {
        const [key = '', ...value] = param.split('=')
        return [key.toUpperCase(), value.join('=').replaceAll('"', '')]
      }),
    ),
  }
  const key = name.toUpperCase()
  event.set(key, [...(event.get(key) ?? []), property])
}

/** The first colon that stands in no quotes. */
function valueAt(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return -1
}

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

/** The name of a property and what it says of itself: longer than any calendar writes, and what is longer is not read. */
const longestHead = 1_000

function keep(event: EventLines, line: string) {
  const head = headOf(line)
  if (!head) return
  const [name = '', ...params] = head.parts
  const property = {
    value: line.slice(head.end + 1).trim(),
    params: Object.fromEntries(
      params.map((param) => {
        const [key = '', ...value] = param.split('=')
        return [key.toUpperCase(), value.join('=').replaceAll('"', '')]
      }),
    ),
  }
  const key = name.toUpperCase()
  const alike = event.get(key)
  if (alike) alike.push(property)
  else event.set(key, [property])
}

/** What stands before the first colon that is in no quotes, parted at the semicolons that are in none. Each sign is looked at once: whoever wrote the file may mean harm. */
function headOf(line: string): { parts: string[]; end: number } | null {
  const parts: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < line.length && at <= longestHead; at++) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted || (sign !== ';' && sign !== ':')) continue
    else {
      parts.push(line.slice(from, at))
      if (sign === ':') return { parts, end: at }
      from = at + 1
    }
  }
  return null
}

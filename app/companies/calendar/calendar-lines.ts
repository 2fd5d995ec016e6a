/** Parses iCalendar (RFC 5545) into the properties of events that determine busy times. Pure. */

export type Property = { value: string; params: Record<string, string> }

/** Properties by name, in capitals; a property may occur several times. */
export type EventLines = Map<string, Property[]>

/** Null if the text is not a calendar. Components inside an event (such as reminders) are skipped. */
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

/** The most characters before a property's colon. Longer than any calendar writes; a longer line is skipped. */
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

/**
 * Splits the name and parameters of a line at semicolons outside quotes, up to the first colon outside quotes. Linear
 * in the line's length (no regular expression that could backtrack), since the file is untrusted.
 */
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

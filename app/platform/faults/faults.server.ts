import { fileURLToPath } from 'node:url'
import { isDatabaseFault } from '../database/errors.server'

/** A fault of the product. Not the data it was about, since they may be personal. */
export type Fault = {
  error: unknown
  /** The HTTP method and the address as a log may contain it, or the name of a chore. */
  place: string
  /** The fault number shown to the visitor; null if nobody waited. */
  requestId: string | null
}

export type FaultBook = {
  /** Fire and forget: returns at once and never throws. */
  note(fault: Fault): void
  close(): Promise<void>
}

/** Null object: for processes whose log is enough. */
export const noFaultBook: FaultBook = { note() {}, async close() {} }

/** Tells administrators of a fault. Not of a transient one of the database, which is reported separately. */
export function tellOfFault(faults: FaultBook, fault: Fault) {
  if (!isDatabaseFault(fault.error)) faults.note(fault)
}

/** `kind` instead of `name`, because the log redacts fields called name. */
export type Broke = { kind: string; code?: string; at: string[] }

/** Unknown HTTP methods come from the visitor and are replaced by "…". */
export const placeOfFault = (method: string, logged: string) =>
  `${['GET', 'HEAD', 'POST'].includes(method) ? method : '…'} ${logged}`

const mostFrames = 5
const frame = /^ {4}at .{1,300}$/
const word = /^[\w.$-]{1,60}$/

/** Describes where a fault occurred, without its message and values, which may be personal. */
export function describeFault(error: unknown): Broke {
  if (!(error instanceof Error)) return { kind: 'not an Error', at: [] }
  const { code } = error as { code?: unknown }
  return {
    kind: word.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && word.test(code) && { code }),
    at: framesOf(error),
  }
}

/** Removes the message first: it may contain lines that look like stack frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const head = stack.indexOf(message)
  const rest = message !== '' && head !== -1 ? stack.slice(head + message.length) : stack
  const lines = rest.split('\n').filter((line) => frame.test(line))
  return lines.slice(0, mostFrames).map((line) => withoutFolder(line.trim()))
}

const here = process.cwd()

/** Strips the absolute path of the working directory. */
const withoutFolder = (line: string) =>
  line
    .replace(/file:\/\/[^\s)]+?(?=:\d+:\d+)/, (address) => (URL.canParse(address) ? fileURLToPath(address) : address))
    .replace(`${here}/`, '')

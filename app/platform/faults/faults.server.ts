import { fileURLToPath } from 'node:url'

/** Something of ours broke. What it was about is not said here, since that may be somebody's. */
export type Fault = {
  error: unknown
  /** In words of ours: the method and the address as a log may hold it, or the name of a chore. */
  place: string
  /** What the visitor was told; null where nobody waited. */
  requestId: string | null
}

export type FaultBook = {
  /** Returns at once, and never throws. */
  note(fault: Fault): void
  close(): Promise<void>
}

/** Where the log is enough. */
export const noFaultBook: FaultBook = { note() {}, async close() {} }

/** `kind`, since the log keeps out what is called a name. */
export type Broke = { kind: string; code?: string; at: string[] }

/** Of what a visitor may write there only what we know is told. */
export const placeOfFault = (method: string, logged: string) =>
  `${['GET', 'HEAD', 'POST'].includes(method) ? method : '…'} ${logged}`

const mostFrames = 5
const frame = /^ {4}at .{1,300}$/
const word = /^[\w.$-]{1,60}$/

/** Where it broke, without the words and values that broke it: those may be personal. */
export function describeFault(error: unknown): Broke {
  if (!(error instanceof Error)) return { kind: 'not an Error', at: [] }
  const { code } = error as { code?: unknown }
  return {
    kind: word.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && word.test(code) && { code }),
    at: framesOf(error),
  }
}

/** A message may have lines of its own, and they may look like these: it is taken off first. */
function framesOf({ stack = '', message }: Error): string[] {
  const head = stack.indexOf(message)
  const rest = message !== '' && head !== -1 ? stack.slice(head + message.length) : stack
  const lines = rest.split('\n').filter((line) => frame.test(line))
  return lines.slice(0, mostFrames).map((line) => withoutFolder(line.trim()))
}

const here = process.cwd()

/** Of the machine's folders nobody needs to know. */
const withoutFolder = (line: string) =>
  line
    .replace(/file:\/\/[^\s)]+?(?=:\d+:\d+)/, (address) => (URL.canParse(address) ? fileURLToPath(address) : address))
    .replace(`${here}/`, '')

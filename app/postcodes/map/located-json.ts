/**
 * A JSON parser (RFC 8259, strict) that keeps the line of every value, so that a file with a mistake can be refused
 * with its line. Pure.
 */
export type Located =
  | { kind: 'object'; line: number; entries: ReadonlyMap<string, Located> }
  | { kind: 'array'; line: number; items: readonly Located[] }
  | { kind: 'string'; line: number; value: string }
  | { kind: 'number'; line: number; value: number }
  | { kind: 'other'; line: number }

export class UnreadableJson extends Error {
  readonly line: number

  constructor(line: number, words: string) {
    super(words)
    this.line = line
  }
}

/** Nesting limit: real files need seven levels; a hostile one would overflow the stack. */
const deepest = 20

const space = /[ \t\r\n]*/y
const text = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y

export function readLocated(source: string): Located {
  let at = 0
  let line = 1

  function read(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found === undefined) return null
    at += found.length
    return found
  }
  function skip() {
    for (const character of read(space) ?? '') if (character === '\n') line += 1
  }
  function take(sign: string): boolean {
    if (source[at] !== sign) return false
    at += 1
    return true
  }
  function wrong(): never {
    const found = source[at]
    throw new UnreadableJson(
      line,
      found === undefined ? 'filen tar slut mitt i.' : `tecknet ${JSON.stringify(found)} passar inte där.`,
    )
  }
  function readText(): string {
    const quoted = read(text)
    return quoted === null ? wrong() : JSON.parse(quoted)
  }
  /** Parses comma-separated items up to the closing bracket. */
  function readList(end: string, readOne: () => void) {
    skip()
    if (take(end)) return
    for (;;) {
      readOne()
      skip()
      if (take(end)) return
      if (!take(',')) wrong()
    }
  }

  function readValue(depth: number): Located {
    skip()
    const began = line
    if (depth > deepest) throw new UnreadableJson(line, 'det ligger för många parenteser i varandra.')
    if (take('{')) {
      const entries = new Map<string, Located>()
      readList('}', () => {
        skip()
        const name = readText()
        skip()
        if (!take(':')) wrong()
        entries.set(name, readValue(depth + 1))
      })
      return { kind: 'object', line: began, entries }
    }
    if (take('[')) {
      const items: Located[] = []
      readList(']', () => items.push(readValue(depth + 1)))
      return { kind: 'array', line: began, items }
    }
    if (source[at] === '"') return { kind: 'string', line: began, value: readText() }
    const digits = read(number)
    if (digits !== null) return { kind: 'number', line: began, value: Number(digits) }
    if (read(word) !== null) return { kind: 'other', line: began }
    return wrong()
  }

  const whole = readValue(0)
  skip()
  if (at < source.length) wrong()
  return whole
}

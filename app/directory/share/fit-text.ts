/** Width of a text at a font size, in pixels. */
export type Measure = (text: string, size: number) => number

type Room = { width: number; lines: number; sizes: readonly number[] }

/** Sets a name in the largest size at which it fits. If none fits, uses the smallest and cuts it with an ellipsis. */
export function fitText(
  text: string,
  measure: Measure,
  { width, lines, sizes }: Room,
): { size: number; lines: string[] } {
  const words = text.split(/\s+/).filter(Boolean)
  for (const size of sizes) {
    const broken = breakLines(words, (line) => measure(line, size) <= width)
    if (broken && broken.length <= lines) return { size, lines: broken }
  }
  const size = sizes.at(-1) ?? 0
  return { size, lines: cutLines(words.join(' '), lines, (line) => measure(line, size) <= width) }
}

/** Null when a single word is wider than a line. */
function breakLines(words: readonly string[], fits: (line: string) => boolean): string[] | null {
  const lines: string[] = []
  for (const word of words) {
    if (!fits(word)) return null
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : null
    if (longer && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks within words where necessary. */
function cutLines(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let rest = [...text]
  while (rest.length > 0 && lines.length < most) {
    const isLast = lines.length === most - 1
    let taken = rest.length
    const asLine = () => `${rest.slice(0, taken).join('').trim()}${isLast && taken < rest.length ? '…' : ''}`
    while (taken > 1 && !fits(asLine())) taken--
    lines.push(asLine())
    rest = rest.slice(taken)
  }
  return lines
}

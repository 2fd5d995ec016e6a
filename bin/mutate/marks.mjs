// What a test runs: each block and each function of a file leaves a mark when it is come to. A fault where a test has
// left no mark is one that it cannot notice.
import { parseSync } from 'vite'
import { walk } from './faults.mjs'

/** The source with its marks, on the same lines; `spans` are what each of them stands for, by its number. */
export function marked(path, source) {
  const spans = []
  const added = []
  walk(parseSync(path, source).program, null, (node) => {
    const isExpression = node.type === 'ArrowFunctionExpression' && node.expression
    if (!isExpression && node.type !== 'BlockStatement') return
    const { start, end } = isExpression ? node.body : node
    const mark = `kvarteraRan[${spans.length}]=1`
    spans.push({ start, end })
    if (isExpression) added.push([start, `(${mark},`], [end, ')'])
    else added.push([start + 1, `${mark};`])
  })
  let text = ''
  let at = 0
  for (const [place, words] of added.toSorted((a, b) => a[0] - b[0])) {
    text += source.slice(at, place) + words
    at = place
  }
  const head = `const kvarteraRan=(globalThis.kvarteraMarks??={})[${JSON.stringify(path)}]??=[];`
  return { text: head + text + source.slice(at), spans }
}

/** The mark that a fault is under: the innermost; none for what runs as the file is loaded. */
export function markAt(spans, { start }) {
  let inner = null
  for (const [number, span] of spans.entries()) {
    if (span.start <= start && start < span.end && (inner === null || span.start >= spans[inner].start)) inner = number
  }
  return inner
}

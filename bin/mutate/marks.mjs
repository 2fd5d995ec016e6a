// Coverage marks: each block and function of a file leaves a mark when it runs. A test that left no mark at a fault's
// place cannot notice the fault.
import { parseSync } from 'vite'
import { walk } from './faults.mjs'

/** The instrumented source, with unchanged line numbers. `spans` are the ranges of the marks, by number. */
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

/** The innermost mark around a fault; null for code that runs while the file loads. */
export function markAt(spans, { start }) {
  let inner = null
  for (const [number, span] of spans.entries()) {
    if (span.start <= start && start < span.end && (inner === null || span.start >= spans[inner].start)) inner = number
  }
  return inner
}

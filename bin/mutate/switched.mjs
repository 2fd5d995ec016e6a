// Builds one source with many faults, of which one is active at a time: each function contains its original body and
// one variant per fault, and chooses when it is called. So the file is loaded once for all of them.
import { parseSync } from 'vite'
import { walk } from './faults.mjs'

/**
 * The source, and which faults can be switched on in it. `globalThis.kvarteraFault` is the index of the active one in
 * `faults`.
 */
export function switched(path, source, faults) {
  const bodies = outermostBodies(parseSync(path, source).program)
  const inside = new Map()
  for (const [number, fault] of faults.entries()) {
    const body = bodies.find(({ start, end }) => start <= fault.start && fault.end <= end)
    // Code at module level has run before anything is switched on.
    if (body) inside.set(body, [...(inside.get(body) ?? []), number])
  }
  let text = ''
  let at = 0
  for (const [body, numbers] of [...inside].toSorted(([a], [b]) => a.start - b.start)) {
    text += source.slice(at, body.start) + choice(body, numbers)
    at = body.end
  }
  // A function that runs while the file loads would keep the fault of that moment for all the others. Those of its own
  // are tried alone. A `var`, because an import cycle can call a function earlier still.
  return {
    text: `var kvarteraIsLoaded;${text}${source.slice(at)}\nkvarteraIsLoaded=true`,
    isSwitched: new Set([...inside.values()].flat()),
  }

  function choice({ start, end, isExpression }, numbers) {
    const as = source.slice(start, end)
    const variants = numbers.map((number) => {
      const fault = faults[number]
      return [number, source.slice(start, fault.start) + fault.text + source.slice(fault.end, end)]
    })
    if (isExpression) {
      const chosen = variants.map(
        ([number, text]) => `kvarteraIsLoaded&&globalThis.kvarteraFault===${number}?(${text}):`,
      )
      return `(${chosen.join('')}(${as}))`
    }
    const cases = variants.map(([number, text]) => `case ${number}:${text}break;`)
    return `{switch(kvarteraIsLoaded&&globalThis.kvarteraFault){${cases.join('')}default:${as}}}`
  }
}

function outermostBodies(program) {
  const bodies = []
  walk(program, null, (node) => {
    if (!/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type) || !node.body) return
    const { start, end, type } = node.body
    if (bodies.some((outer) => outer.start <= start && end <= outer.end)) return
    bodies.push({ start, end, isExpression: type !== 'BlockStatement' })
  })
  return bodies
}

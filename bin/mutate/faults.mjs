// The mutations of `npm run mutate`: small faults that somebody could make in a file, one at a time.
import { parseSync } from 'vite'

const comparisons = new Map([...['<|<=', '<=|<', '>|>=', '>=|>', '===|!==', '!==|==='].map((pair) => pair.split('|'))])
const swapped = new Map([
  ['&&', '||'],
  ['||', '&&'],
])
const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'skipLocked'])

/** Each fault: its place (`start`, `end`), the replacement (`text`), and a description. */
export function faultsIn(path, source) {
  const faults = []
  const plant = (start, end, text, what) => faults.push({ path, start, end, text, what, line: lineOf(source, start) })
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  walk(program, null, (node, parent) => {
    const { start } = node
    switch (node.type) {
      case 'BinaryExpression':
        if (isChoiceOfEither(node, parent)) return
        return swapOperator(node, comparisons, 'flipped')
      case 'LogicalExpression':
        return swapOperator(node, swapped, 'swapped')
      case 'IfStatement':
      case 'ConditionalExpression':
        // A single comparison is flipped already; negating it gives the same fault.
        if (comparisons.get(node.test.operator)?.includes('=') && /[!=]==/.test(node.test.operator)) return
        return plant(node.test.start, node.test.end, `!(${textOf(node.test)})`, `negated: ${brief(textOf(node.test))}`)
      case 'UnaryExpression':
        if (node.operator === '!') plant(start, node.argument.start, '', `without !: ${brief(textOf(node))}`)
        return
      case 'ExpressionStatement':
        return leaveOut(node)
      case 'Literal':
        return changeLiteral(node, parent)
      case 'CallExpression':
        return dropFromQuery(node, parent)
      case 'TaggedTemplateExpression':
        return changeSql(node)
    }
  })
  return faults

  function textOf({ start, end }) {
    return source.slice(start, end)
  }

  /** `a < b ? a : b`: an equivalent mutant, since for equal values it does not matter which is chosen. */
  function isChoiceOfEither({ left, right, operator }, parent) {
    if (parent?.type !== 'ConditionalExpression' || !/^[<>]=?$/.test(operator)) return false
    const compared = [left, right].map(textOf)
    const chosen = [parent.consequent, parent.alternate].map(textOf)
    return chosen.join() === compared.join() || chosen.toReversed().join() === compared.join()
  }

  function swapOperator({ left, right, operator }, others, how) {
    const other = others.get(operator)
    if (!other) return
    const at = left.end + source.slice(left.end, right.start).lastIndexOf(operator)
    plant(at, at + operator.length, other, `${how}: ${operator} to ${other}`)
  }

  /** Removes a call made for its effect, or its `await`. Logging is left out. */
  function leaveOut({ start, end, expression }) {
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression
    if (call.type !== 'CallExpression' || /\blog\b/.test(textOf(call.callee))) return
    plant(start, end, ';', `left out: ${brief(textOf(expression))}`)
    if (call !== expression) plant(start, call.start, ';', `not awaited: ${brief(textOf(call))}`)
  }

  function changeLiteral({ start, end, value }, parent) {
    if (typeof value === 'boolean') plant(start, end, String(!value), `${value} to ${!value}`)
    if (
      typeof value !== 'number' ||
      parent.type === 'TSLiteralType' ||
      (parent.type === 'Property' && parent.key.start === start)
    )
      return
    const other = value < 2 ? value + 1 : value * 10
    plant(start, end, String(other), `${value} to ${other}`)
  }

  function dropFromQuery({ callee, end }, parent) {
    if (callee.type !== 'MemberExpression' || callee.computed) return
    const { name } = callee.property
    // The first `where` of a chain may be a builder of conditions instead of a condition.
    if (name === 'where' && callee.object.type === 'CallExpression') {
      plant(callee.object.end, end, '', `dropped: ${brief(source.slice(callee.object.end, end).trim())}`)
    }
    if (!locks.has(name)) return
    const next = parent?.type === 'MemberExpression' ? parent.property.name : null
    if (next === 'skipLocked') {
      const both = source.indexOf(')', parent.end) + 1
      plant(callee.object.end, both, '', `dropped: .${name}().skipLocked()`)
    } else {
      plant(callee.object.end, end, '', `dropped: .${name}()`)
    }
  }

  function changeSql({ tag, quasi }) {
    if (tag.name !== 'sql') return
    for (const part of quasi.quasis) {
      const text = textOf(part)
      const change = (pattern, to, what) => {
        for (const { 0: found, index } of text.matchAll(pattern)) {
          plant(part.start + index, part.start + index + found.length, to(found), `${what}: ${brief(found.trim())}`)
        }
      }
      change(/\sfor (no key )?update( of \w+)?( skip locked)?/g, () => '', 'dropped in SQL')
      change(/ skip locked/g, () => '', 'dropped in SQL')
      change(/\bis not null\b/g, () => 'is null', 'flipped in SQL')
      change(/\bis null\b/g, () => 'is not null', 'flipped in SQL')
      change(/\bnot exists\b/g, () => 'exists', 'flipped in SQL')
      change(/(?<=\s)(<=|>=)(?=\s)/g, (found) => found[0], 'flipped in SQL')
      change(/(?<=\s)[<>](?=\s)/g, (found) => `${found}=`, 'flipped in SQL')
      // Only conditions whose end can be told by a pattern.
      change(/\sand [\w.]+ (is (not )?null|= (true|false|'[^']*'))(?=\s|\)|$)/g, () => '', 'dropped in SQL')
    }
  }
}

export function walk(node, parent, visit) {
  visit(node, parent)
  for (const [key, child] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const one of Array.isArray(child) ? child : [child]) {
      // Skips types, which are not executed.
      if (one && typeof one.type === 'string' && !/^TS(Type|Interface|Literal)/.test(one.type)) walk(one, node, visit)
    }
  }
}

export const isLock = ({ what }) => /^dropped.*(for (no key )?update|skip locked|\.(for\w+|skipLocked)\(\))/.test(what)
export const isNotAwaited = ({ what }) => what.startsWith('not awaited')
const lineOf = (source, at) => source.slice(0, at).split('\n').length
const brief = (text) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}

/**
 * Selects from a stylesheet the rules that a page needs (docs/decisions/0245). The sheet is parsed once; rules are
 * chosen by the classes and elements in the page's HTML. When in doubt a rule is kept.
 */
export type Stylesheet = readonly Rule[]

type Rule =
  | { kind: 'style'; selectors: Selector[]; body: string }
  /** A condition or layer that contains rules. */
  | { kind: 'around'; prelude: string; rules: Rule[] }
  /** Kept if its name occurs in a rule that is kept. */
  | { kind: 'named'; name: string; text: string }
  | { kind: 'always'; text: string }

type Selector = { text: string; classes: string[]; elements: string[] }

const conditions = /^@(media|supports|container|layer|starting-style)\b/

export function readStylesheet(css: string): Stylesheet {
  const rules: Rule[] = []
  for (const { prelude, body } of blocksOf(css.replace(/\/\*[\s\S]*?\*\//g, ''))) {
    if (body === null) rules.push({ kind: 'always', text: `${prelude};` })
    else if (conditions.test(prelude)) rules.push({ kind: 'around', prelude, rules: [...readStylesheet(body)] })
    else if (prelude.startsWith('@')) {
      const text = `${prelude}{${body}}`
      const [, name] = /^@(?:keyframes|property) (\S+)/.exec(prelude) ?? []
      rules.push(name ? { kind: 'named', name, text } : { kind: 'always', text })
    } else rules.push({ kind: 'style', selectors: splitAtCommas(prelude).map(readSelector), body })
  }
  return rules
}

/** The classes and elements in a page, unique and sorted. */
export function whatIsIn(html: string): { classes: string[]; elements: string[] } {
  const elements = new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(lowered))
  return { classes: [...classesIn(html)].sort(), elements: [...elements].sort() }
}

export function rulesFor(page: { classes: string[]; elements: string[] }, sheet: Stylesheet): string {
  const there = { classes: new Set(page.classes), elements: new Set(page.elements) }
  const isThere = ({ classes, elements }: Selector) =>
    classes.every((each) => there.classes.has(each)) && elements.every((each) => there.elements.has(each))

  const chosen = chosenOf(sheet, isThere)
  const used = new Set(textOf(chosen, () => false).match(/[\w-]+/g))
  return textOf(chosen, (name) => used.has(name))
}

const lowered = ([, name = '']: RegExpMatchArray) => name.toLowerCase()

function chosenOf(rules: readonly Rule[], isThere: (selector: Selector) => boolean): Rule[] {
  return rules.flatMap((rule): Rule[] => {
    if (rule.kind === 'around') {
      const inside = chosenOf(rule.rules, isThere)
      return inside.length > 0 ? [{ ...rule, rules: inside }] : []
    }
    if (rule.kind !== 'style') return [rule]
    const selectors = rule.selectors.filter(isThere)
    return selectors.length > 0 ? [{ ...rule, selectors }] : []
  })
}

function textOf(rules: readonly Rule[], isUsed: (name: string) => boolean): string {
  return rules
    .map((rule) => {
      if (rule.kind === 'style') return `${rule.selectors.map(({ text }) => text).join(',')}{${rule.body}}`
      if (rule.kind === 'around') return `${rule.prelude}{${textOf(rule.rules, isUsed)}}`
      return rule.kind === 'always' || isUsed(rule.name) ? rule.text : ''
    })
    .join('')
}

/** Splits CSS into blocks: prelude and body. The body is null for a statement without a block. */
function* blocksOf(css: string): Generator<{ prelude: string; body: string | null }> {
  let [start, depth, open] = [0, 0, 0]
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === '\\') at++
    else if (sign === '"' || sign === "'") at = endOfWords(css, at)
    else if (sign === '{' && depth++ === 0) open = at
    else if (sign === ';' && depth === 0) {
      yield { prelude: css.slice(start, at).trim(), body: null }
      start = at + 1
    } else if (sign === '}' && --depth === 0) {
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, at) }
      start = at + 1
    }
  }
}

function endOfWords(css: string, from: number): number {
  for (let at = from + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[from]) return at
  }
  return css.length
}

function splitAtCommas(selectors: string): string[] {
  const parts: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < selectors.length; at++) {
    const sign = selectors[at]
    if (sign === '\\') at++
    else if (sign === '"' || sign === "'") at = endOfWords(selectors, at)
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(selectors.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, selectors.slice(start)]
}

/** Parts in brackets are ignored, as they may be alternatives (`:is`) or negations (`:not`). */
function readSelector(text: string): Selector {
  const bare = withoutBrackets(text)
  const classes = [...bare.matchAll(classNames)].map(([, name = '']) => unescaped(name))
  // Class names are removed first: escaped characters in them are not combinators.
  const elements = [...bare.replace(classNames, '.').matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi)].map(lowered)
  return { text, classes, elements }
}

const classNames = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[\u0080-\uffff])+)/gi

function withoutBrackets(text: string): string {
  let [bare, depth] = ['', 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\') {
      if (depth === 0) bare += sign + (text[at + 1] ?? '')
      at++
    } else if (sign === '"' || sign === "'") at = endOfWords(text, at)
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (depth === 0) bare += sign
  }
  return bare
}

const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, sign) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
  )

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Class names in HTML as React writes it, with entities decoded. */
function classesIn(html: string): Set<string> {
  const classes = new Set<string>()
  for (const [, list = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const each of list.split(/\s+/)) {
      classes.add(each.replace(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => entities[name] ?? entity))
    }
  }
  return classes
}

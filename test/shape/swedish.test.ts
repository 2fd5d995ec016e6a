import { parse } from '@babel/parser'
import { expect, test } from 'vitest'
import { readSources, type Source } from './sources'
import { unswedishIn } from './unswedish'

type Node = { type: string; loc: { start: { line: number } } } & Record<string, unknown>

/** What somebody reads of an element, besides what stands in it. */
const shownAttributes =
  /^(label|title|hint|placeholder|alt|aria-label|legend|description|text|summary|busyText|caption|note|heading|message|term|greeting|paragraphs|subject)$/
/** Said to whoever runs it, or to a database. */
const forOthers = new Set(['Error', 'TypeError', 'ConfigError', 'sql'])

/** The words of a source that a person may come to read: text between tags, what is called a title, a label or the like, and any other string in Swedish. */
function shownIn({ path, text }: Source): { at: string; words: string }[] {
  const shown: { at: string; words: string }[] = []
  const tell = (node: Node, words: string) => shown.push({ at: `${path}:${node.loc.start.line}`, words })
  const isSentence = (words: string) => /[åäöÅÄÖ]/.test(words)

  function look(node: unknown, isShown = false): void {
    if (Array.isArray(node)) for (const each of node) look(each, isShown)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const here = node as Node
    if (here.type === 'ImportDeclaration' || /^TS(?!(As|Satisfies|NonNull))/.test(here.type)) return
    const callee = (here.callee ?? here.tag) as { name?: string } | undefined
    if (callee?.name && forOthers.has(callee.name)) return
    if (here.type === 'JSXText') tell(here, String(here.value))
    if (here.type === 'StringLiteral' && (isShown || isSentence(String(here.value)))) tell(here, String(here.value))
    if (here.type === 'TemplateLiteral') {
      const words = (here.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
      if (isShown || isSentence(words)) tell(here, words)
    }
    // What is called a title, a label or the like is shown, whatever it says; so is what it may be instead.
    const named = here.type === 'JSXAttribute' ? here.name : here.type === 'ObjectProperty' ? here.key : undefined
    const isNamedSo = shownAttributes.test(String((named as { name?: unknown } | undefined)?.name))
    const goesOn = /^(JSXExpressionContainer|ConditionalExpression|ArrayExpression|LogicalExpression)$/.test(here.type)
    for (const [key, value] of Object.entries(here)) {
      if (key === 'loc' || typeof value !== 'object' || (named !== undefined && value === named)) continue
      look(value, isNamedSo || (goesOn && isShown))
    }
  }
  look(parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program)
  return shown
}

// What programs read, or what describes that to whoever writes one; passwords that are refused, and drawings.
const namesOfCode = /\/api\/|integrations\/system-alarm\.ts|common-passwords|marks\/icon-paths/

test('whatever a person can read is Swedish, and writes a time, a share and a length in one way', () => {
  const sources = readSources(['app'], /\.tsx?$/).filter(
    ({ path }) => !/\.test\./.test(path) && !namesOfCode.test(path),
  )
  const words = sources.flatMap(shownIn)
  expect(words.length).toBeGreaterThan(3000)
  expect(words.flatMap(({ at, words }) => unswedishIn(words).map((wrong) => `${at} ${wrong}`))).toEqual([])
})

test.each([
  ['Loading', 'English'],
  ['Klockan 21:14', 'a time'],
  ['10% lägre pris', 'a percentage'],
  ['Det tog 2,5 tim', 'a length'],
  ['Nästa 7 dagarna', 'Nästa N'],
])('%s is found', (words, says) => {
  expect(unswedishIn(words).join()).toContain(says)
})

test.each([
  'Mottaget kl. 21.14',
  '10 % lägre pris',
  'Det tog 2 tim 30 min',
  '10% Kvartera-rabatt',
  'De närmaste 7 dagarna',
  'Ring 112',
])('%s is as it should be', (words) => {
  expect(unswedishIn(words)).toEqual([])
})

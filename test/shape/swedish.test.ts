import { parse } from '@babel/parser'
import { expect, test } from 'vitest'
import { readSources, type Source } from './sources'
import { duIn, unswedishIn } from './unswedish'

type Node = { type: string; loc: { start: { line: number } } } & Record<string, unknown>

/** Attributes and properties whose text is shown to people. */
const shownAttributes =
  /^(label|title|hint|placeholder|alt|aria-label|legend|description|text|summary|busyText|caption|note|heading|message|term|greeting|paragraphs|subject)$/
/** Functions whose text is for operators or for the database. */
const forOthers = new Set(['Error', 'TypeError', 'ConfigError', 'sql'])

/**
 * Texts of a source that people may read: JSX text, shown attributes such as titles and labels, and every other string
 * with Swedish letters.
 */
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
    // Shown attributes count whatever their language, and so do their alternatives in conditions and lists.
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

// Texts for programs or their authors, refused passwords, and drawings.
const namesOfCode = /\/api\/|integrations\/system-alarm\.ts|common-passwords|marks\/icon-paths/

test('every text that people can read is Swedish and formats times, percentages and durations in one way', () => {
  const sources = readSources(['app'], /\.tsx?$/).filter(
    ({ path }) => !/\.test\./.test(path) && !namesOfCode.test(path),
  )
  const words = sources.flatMap(shownIn)
  expect(words.length).toBeGreaterThan(3000)
  expect(words.flatMap(({ at, words }) => unswedishIn(words).map((wrong) => `${at} ${wrong}`))).toEqual([])
})

/** Files that only companies read, and those among them that others read too. */
const ofCompanies =
  /^app\/(companies|sponsorship|centres|integrations|statements|directory\/offers)\/|\/(company-(bookings?|reviews|week|calendar|overview)|own-(guards|broadcasts)|edit-guard|partner-(alarms|shifts)|sponsor-stops|bill-companies\.server)\.tsx?$/
const readByOthers =
  /companies\/(paying\/pay-ways|services\/place|services\/parts\/(member-price|rut-hint)|tell-of-names)|sponsorship\/change\//

test('texts for companies never say du', () => {
  const words = readSources(['app'], /\.tsx?$/)
    .filter(({ path }) => ofCompanies.test(path) && !readByOthers.test(path) && !/\.test\./.test(path))
    .flatMap(shownIn)
  expect(words.length).toBeGreaterThan(500)
  expect(words.flatMap(({ at, words }) => duIn(words).map((du) => `${at} ${du}: "${words}"`))).toEqual([])
})

test.each([
  ['Bli hittad i ditt kvarter', 1],
  ['Du betalar inget nu. Vi kontaktar dig.', 2],
  ['Ni betalar inget nu. Vi kontaktar er.', 0],
  ['Ansökan mottagen! Vi kontaktar dig för betalning.', 0],
  ['Medium, indiska och individer', 0],
])('%s says du %s times', (words, times) => {
  expect(duIn(words)).toHaveLength(times)
})

test.each([
  ['Loading', 'English'],
  ['Klockan 21:14', 'a time'],
  ['10% lägre pris', 'a percentage'],
  ['Det tog 2,5 tim', 'a length'],
  ['Nästa 7 dagarna', 'Nästa N'],
  ['Vi skickar ett sms', 'SMS'],
  ['Sms och mejl', 'SMS'],
  ['Ett provlarm', 'testlarm'],
  ['RUT-avdraget är hälften', 'rutavdrag'],
  ['På Iphone', 'iPhone'],
  ['Månadens trygghetspartners', 'flera trygghetspartner'],
  ['Ändrad rondering', 'rond'],
  ['Vänligen vänta', 'plainly'],
  ['Banken sade nej', 'plainly'],
  ['Ej inloggad', 'plainly'],
  ['Titta om länken gäller', 'plainly'],
  ['Stängt idag', 'i dag'],
  ["Tryck 'Hemma' när du är framme", '”citat”'],
  ['Ingen har svarat - ring', 'ett tankstreck'],
  ['Högst 4000 tecken', 'tusental'],
])('unswedishIn refuses: %s', (words, says) => {
  expect(unswedishIn(words).join()).toContain(says)
})

test.each([
  'Mottaget kl. 21.14',
  '10 % lägre pris',
  'Det tog 2 tim 30 min',
  '10% Kvartera-rabatt',
  'De närmaste 7 dagarna',
  'Ring 112',
  'SMS:et kommer inom en minut, se /webhooks/sms/reply?kanal=sms',
  'Trygghetspartnerns larmcentral, och flera trygghetspartner',
  'Hon sa nej, lade sig och ejderdunet låg kvar i dag',
  'Tryck ”Hemma”. Kl. 18–22, Oops! Page not found',
  'Högst 4 000 tecken, postnummer 12540, 1995',
])('unswedishIn accepts: %s', (words) => {
  expect(unswedishIn(words)).toEqual([])
})

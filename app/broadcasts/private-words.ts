import { asWritten, type Folded, fold, readings } from './plain-text'
import { numberFrom, numberPattern } from './street-numbers'

/**
 * Finds private data that an SMS to hundreds must not contain, as far as a program can tell. Some findings are refused;
 * others may be legitimate (the address of a meeting) and need a confirmation by the sender.
 */
export type Finding = { found: string; says: string }

const refusedPatterns: [RegExp, string][] = [
  [/\b(?:19|20)?\d{6}\s?[-+–—−]\s?\d{4}\b/, 'ett personnummer'],
  // Ten digits together: those that begin with 0 are a phone number.
  [/\b(?:(?:19|20)\d{2}|[1-9]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4}\b/, 'ett personnummer'],
  [/\b(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\s\d{4}\b/, 'ett personnummer'],
  [/\b\d{1,2}[.,]\d{4,}\s*[,;°NSEW ]+\s*\d{1,3}[.,]\d{4,}/i, 'en position'],
  [/\d{1,3}\s?°\s?\d{1,2}\s?[′']/, 'en position'],
  [/\b(?:port|dorr|grind|trapp)en\s+(?:(?:har|ar)\s+)?(?:kod(?:en)?\s+)?\d{4}\b/i, 'en portkod'],
  [/\bport\s?kod(?:en)?\s*(?:ar|:)?\s*\d{3,}/i, 'en portkod'],
  [/\b(?:lgh|lagenhet(?:en|snummer)?)\.?\s*(?:nr\.?\s*)?\d+/i, 'ett lägenhetsnummer'],
]

/** Endings of street names, without accents, and the form they are normalised to. */
const endings: [ending: string, stands: string][] = [
  ...['vagen', 'vag', 'vagens'].map((ending) => [ending, 'vag'] as [string, string]),
  ...['gatan', 'gata', 'gatans'].map((ending) => [ending, 'gata'] as [string, string]),
  ...['granden', 'grand'].map((ending) => [ending, 'grand'] as [string, string]),
  ...['stigen', 'stig'].map((ending) => [ending, 'stig'] as [string, string]),
  ...['torget', 'torg'].map((ending) => [ending, 'torg'] as [string, string]),
  ...['backen', 'backe'].map((ending) => [ending, 'backe'] as [string, string]),
  ...['allen', 'alle'].map((ending) => [ending, 'alle'] as [string, string]),
  ...['backa', 'backar'].map((ending) => [ending, 'backe'] as [string, string]),
  ...[
    ...['ringen', 'slingan', 'kroken', 'plan', 'leden', 'platsen', 'svangen', 'bagen', 'hojden', 'kajen', 'straket'],
    ...['gangen', 'rundan', 'rundeln', 'terrassen', 'trappan', 'esplanaden', 'boulevarden', 'promenaden', 'passagen'],
    ...['angen', 'hagen', 'lunden', 'kullen', 'brinken', 'branten', 'stacken', 'stranden', 'parken', 'garden', 'tunet'],
    ...['dalen', 'asen', 'berget', 'faltet', 'skogen', 'udden', 'holmen', 'viken', 'hamnen', 'bron', 'liden', 'vreten'],
  ].map((ending) => [ending, ending] as [string, string]),
]
/** Street words only after a separate name: "Älvsjö äng 8", but not "omgång 8". */
const apart: [ending: string, stands: string][] = [
  ['strak', 'straket'],
  ['ang', 'angen'],
  ['park', 'parken'],
  ['hage', 'hagen'],
  ['lund', 'lunden'],
  ['backar', 'backe'],
  ['gard', 'garden'],
  ['by', 'by'],
  ['strand', 'stranden'],
]
/** Abbreviations, only with a full stop or after a name of some length: "Tallv. 17", "Tallv 17", but not "av 10". */
const shortened: [ending: string, stands: string][] = [
  ['v', 'vag'],
  ['vg', 'vag'],
  ['g', 'gata'],
  ['gr', 'grand'],
  ['st', 'stig'],
]
const standsFor = new Map([...endings, ...apart, ...shortened])

const oneOf = (list: [string, string][]) => list.map(([ending]) => ending).join('|')
const streetName = `(?:(?<name>\\p{L}{2,}?)(?:[\\s-]?(?:(?<ending>${oneOf(endings)})(?!\\p{L})|(?<short>${oneOf(shortened)})(?:\\.|(?!\\p{L})))|\\s(?<apart>${oneOf(apart)})(?!\\p{L}))|(?<alone>${oneOf(endings)})(?!\\p{L}))`
const numberWord = '(?:nr|nummer|n:o|no|hus|huset|husnummer|husnr|port|porten|adress)'
/** Any signs in between: arrows, stars, bars, an emoji of a house. */
const between = `[^\\p{L}\\p{N}]{0,12}(?:(?:(?:pa|i|vid)\\s)?${numberWord}[\\s.:]*)?["'”’]*`
const streetFirst = [
  `${between}(?<number>${numberPattern})(?:\\s?[a-h](?!\\p{L}))?`,
  // "Tallvägen i kväll, vid nr 17"
  `[^.!?\\n]{0,40}?\\s${numberWord}[\\s.:]+(?<number>\\p{N}+)`,
  // "Tallvägens 17:a"
  `s?\\s(?<number>\\p{N}+):?an?(?!\\p{L})`,
].map((rest) => new RegExp(`(?<!\\p{L})${streetName}${rest}`, 'gu'))
/** "nr 17 på Tallvägen", "17:an på Tallvägen", "sjutton Tallvägen". */
const numberFirst = new RegExp(
  `(?:(?:${numberWord}[\\s.:]*(?<number>${numberPattern})|(?<an>\\p{N}+):?an?)[\\s,]+(?:(?:pa|i|vid)\\s+)?|(?<![\\p{L}\\p{N}])(?!(?:en|ett)\\s)(?<bare>${numberPattern})[^\\p{L}\\p{N}]{1,12})${streetName}`,
  'gu',
)
/** "Kristallen 5": a street may have any name. Only its capital letter shows that the word is a name. */
const anyName =
  /(?<![\p{L}\p{N}])(?<name>\p{L}{3,})\s(?<number>\p{N}{1,3})(?![\p{N}\p{L}%]|[.:,]\p{N}|\s(?:kr|procent|st|min|tim|\p{L}{2,}er|\p{L}{2,}ar|\p{L}{2,}or)(?!\p{L}))/gu

/** Common words that end like an abbreviated street and often precede a number. */
const everyday = /(?:dag|helg|kvall|morgon|klockslag|omgang|gang|prov|brev|skriv|behov|ring|april|max|minst|hogst)$/

/** The findings because of which a text is never sent. */
export function findRefused(text: string): Finding[] {
  const folded = fold(text)
  return refusedPatterns.flatMap(([pattern, says]) => {
    const match = pattern.exec(folded.text)
    return match ? [{ found: asWritten(folded, match.index, match[0].length), says }] : []
  })
}

export type Address = {
  /** As it was originally written. */
  found: string
  /** Normalised, the same for every spelling: "tall vag 17". */
  house: string
}

/** Addresses: fine for a meeting place, not for a home or the place of an incident. */
export function findAddresses(text: string): Address[] {
  return addressesIn(readings(text))
}

function addressesIn(texts: Folded[]): Address[] {
  const byHouse = new Map<string, Address>()
  for (const folded of texts) {
    const taken: { from: number; to: number }[] = []
    for (const pattern of [...streetFirst, numberFirst, anyName]) {
      for (const match of folded.text.matchAll(pattern)) {
        const { name = '', ending, short, apart, alone, number, an, bare } = match.groups ?? {}
        if (short && (name.length < 3 || everyday.test(name + short))) continue
        const [from, to] = [match.index, match.index + match[0].length]
        const isKnown = taken.some((other) => from < other.to && other.from < to)
        if (pattern === anyName && (isKnown || !isNameInSentence(folded, from))) continue
        taken.push({ from, to })
        const street = standsFor.get(ending ?? short ?? apart ?? alone ?? '') ?? ''
        const house = `${name} ${street} ${numberFrom(number ?? an ?? bare ?? '')}`
        if (byHouse.has(house)) continue
        byHouse.set(house, { found: asWritten(folded, match.index, match[0].trimEnd().length), house })
      }
    }
  }
  return [...byHouse.values()]
}

/**
 * Whether the word has a capital in the middle of a sentence. In a text all in capitals every word counts as a name, so
 * each is shown.
 */
function isNameInSentence({ text, at, original }: Folded, from: number): boolean {
  const [first = ''] = original.slice(at[from] ?? 0)
  return /\p{Lu}/u.test(first) && /[\p{L}\p{N},;)–-]\s+$/u.test(text.slice(0, from))
}

/** The names of residents that occur in full in the text, first or last name first. */
export function findNames(text: string, names: string[]): string[] {
  const plain = readings(text).map(({ text }) => ` ${wordsOf(text).join(' ')} `)
  return names.filter((name) => {
    const words = wordsOf(fold(name).text)
    if (words.length < 2) return false
    const orders = [words, [words.at(-1) ?? '', ...words.slice(0, -1)], [words[0] ?? '', words.at(-1) ?? '']]
    // Also joined ("EvaLind") and in the genitive ("Eva Linds dotter").
    const written = orders.flatMap((order) => [order.join(' '), order.join('')])
    return written.some((name) => plain.some((text) => text.includes(` ${name} `) || text.includes(` ${name}s `)))
  })
}

/** This many consecutive words in common are no coincidence. */
const runLength = 5

/**
 * The first alarm that a text repeats, by its words or its address. The alarm itself is folded once only: its author
 * did not try to hide anything, and there may be hundreds.
 */
export function findRepeated(text: string, alarms: string[]): string | undefined {
  const read = readings(text)
  const houses = new Set(addressesIn(read).map(({ house }) => house))
  const plain = read.map(({ text }) => ` ${wordsOf(text).join(' ')} `)
  return alarms.find((alarm) => {
    const folded = fold(alarm)
    if (houses.size > 0 && addressesIn([folded]).some(({ house }) => houses.has(house))) return true
    const words = wordsOf(folded.text)
    return words.some((_, from) => {
      if (from + runLength > words.length) return false
      const run = ` ${words.slice(from, from + runLength).join(' ')} `
      return plain.some((text) => text.includes(run))
    })
  })
}

const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

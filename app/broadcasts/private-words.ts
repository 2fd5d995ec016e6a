import { asWritten, type Folded, fold, readings } from './plain-text'
import { numberFrom, numberPattern } from './street-numbers'

/**
 * What a text to hundreds must not carry, as far as a machine can tell. Some of it is refused; some may be right
 * (the address of a meeting) and is shown to whoever sends it, who answers for it with a tick.
 */
export type Finding = { found: string; says: string }

const refusedPatterns: [RegExp, string][] = [
  [/\b(?:19|20)?\d{6}\s?[-+]\s?\d{4}\b/, 'ett personnummer'],
  [/\b(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\s\d{4}\b/, 'ett personnummer'],
  [/\b\d{1,2}[.,]\d{4,}\s*[,;°NSEW ]+\s*\d{1,3}[.,]\d{4,}/i, 'en position'],
  [/\bport\s?kod(?:en)?\s*(?:ar|:)?\s*\d{3,}/i, 'en portkod'],
  [/\b(?:lgh|lagenhet(?:en|snummer)?)\.?\s*(?:nr\.?\s*)?\d+/i, 'ett lägenhetsnummer'],
]

/** Endings of streets, without accents, and what the shortened ones stand for. */
const endings: [ending: string, stands: string][] = [
  ...['vagen', 'vag', 'vagens'].map((ending) => [ending, 'vag'] as [string, string]),
  ...['gatan', 'gata', 'gatans'].map((ending) => [ending, 'gata'] as [string, string]),
  ...['granden', 'grand'].map((ending) => [ending, 'grand'] as [string, string]),
  ...['stigen', 'stig'].map((ending) => [ending, 'stig'] as [string, string]),
  ...['torget', 'torg'].map((ending) => [ending, 'torg'] as [string, string]),
  ...['backen', 'backe'].map((ending) => [ending, 'backe'] as [string, string]),
  ...['allen', 'alle'].map((ending) => [ending, 'alle'] as [string, string]),
  ...['ringen', 'slingan', 'kroken', 'plan', 'leden', 'platsen', 'svangen', 'bagen', 'hojden', 'kajen', 'straket'].map(
    (ending) => [ending, ending] as [string, string],
  ),
]
/** Shortened only with a point, or after a name of some length: "Tallv. 17", "Tallv 17", but not "av 10". */
const shortened: [ending: string, stands: string][] = [
  ['v', 'vag'],
  ['vg', 'vag'],
  ['g', 'gata'],
  ['gr', 'grand'],
  ['st', 'stig'],
]
const standsFor = new Map([...endings, ...shortened])

const oneOf = (list: [string, string][]) => list.map(([ending]) => ending).join('|')
const streetName = `(?<name>\\p{L}{2,}?)[\\s-]?(?:(?<ending>${oneOf(endings)})(?!\\p{L})|(?<short>${oneOf(shortened)})(?:\\.|(?!\\p{L})))`
const between = '[\\s.,:;#()/="\'”’–—−-]*(?:(?:nr|nummer|no|hus|husnummer|husnr|port)[\\s.:]*)?["\'”’]*'
const named = new RegExp(`(?<!\\p{L})${streetName}${between}(?<number>${numberPattern})(?:\\s?[a-h](?!\\p{L}))?`, 'gu')
/** "nr 17 på Tallvägen", "17:an på Tallvägen". */
const numberFirst = new RegExp(
  `(?:(?:nr|nummer|hus|husnummer|husnr|port)[\\s.:]*(?<number>${numberPattern})|(?<an>\\p{N}+):?an?)[\\s,]+(?:(?:pa|i|vid)\\s+)?${streetName}`,
  'gu',
)

/** Words that end as a shortened street does, and stand before a number every day. */
const everyday = /(?:dag|helg|kvall|morgon|klockslag|omgang|gang|prov|brev|skriv|behov|ring|april|max|minst|hogst)$/

/** What the text carries that is never sent. */
export function findRefused(text: string): Finding[] {
  const folded = fold(text)
  return refusedPatterns.flatMap(([pattern, says]) => {
    const match = pattern.exec(folded.text)
    return match ? [{ found: asWritten(folded, match.index, match[0].length), says }] : []
  })
}

export type Address = {
  /** As it was written. */
  found: string
  /** The same for every way to write it: "tall vag 17". */
  house: string
}

/** Addresses: right for a meeting place, wrong for where somebody lives or something happened. */
export function findAddresses(text: string): Address[] {
  return addressesIn(readings(text))
}

function addressesIn(texts: Folded[]): Address[] {
  const byHouse = new Map<string, Address>()
  for (const folded of texts) {
    for (const pattern of [named, numberFirst]) {
      for (const match of folded.text.matchAll(pattern)) {
        const { name = '', ending, short, number, an } = match.groups ?? {}
        if (short && (name.length < 3 || everyday.test(name + short))) continue
        const house = `${name} ${standsFor.get(ending ?? short ?? '')} ${numberFrom(number ?? an ?? '')}`
        if (byHouse.has(house)) continue
        byHouse.set(house, { found: asWritten(folded, match.index, match[0].trimEnd().length), house })
      }
    }
  }
  return [...byHouse.values()]
}

/** Of people in the neighbourhood: those whose whole name stands in the text, whichever part of it comes first. */
export function findNames(text: string, names: string[]): string[] {
  const plain = readings(text).map(({ text }) => ` ${wordsOf(text).join(' ')} `)
  return names.filter((name) => {
    const words = wordsOf(fold(name).text)
    if (words.length < 2) return false
    const orders = [words, [words.at(-1) ?? '', ...words.slice(0, -1)], [words[0] ?? '', words.at(-1) ?? '']]
    // "EvaLind", and "Eva Linds dotter".
    const written = orders.flatMap((order) => [order.join(' '), order.join('')])
    return written.some((name) => plain.some((text) => text.includes(` ${name} `) || text.includes(` ${name}s `)))
  })
}

/** So many words in a row in common are no accident. */
const runLength = 5

/**
 * The first of the alarms that a text repeats: its words, or where it was. Whoever wrote an alarm hid nothing in it,
 * so it is read once; there may be hundreds.
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

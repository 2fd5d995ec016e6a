/** The meaning of an SMS about an alarm, and the word of the call it answers; null when it carries none. */
export type Reply = { says: 'yes' | 'no' | 'too' | 'over' | 'there' | 'done'; word: string | null }

const says = new Map<string, Reply['says']>([
  ['ja', 'yes'],
  ['j', 'yes'],
  ['yes', 'yes'],
  ['tar', 'yes'],
  ['kommer', 'yes'],
  ['nej', 'no'],
  ['n', 'no'],
  ['no', 'no'],
  ['också', 'too'],
  ['ocksa', 'too'],
  ['över', 'over'],
  ['over', 'over'],
  ['framme', 'there'],
  ['där', 'there'],
  ['klar', 'done'],
  ['klart', 'done'],
  ['färdig', 'done'],
])

/**
 * Characters that cannot be mistaken for each other on a small screen: no 0 and O, 1, I and L, 5 and S and the like.
 */
const digits = [...'2346789']
const letters = [...'ACEFHJKMNPRTUWXY']

/** All possible words: a digit and a letter, so that none occurs in ordinary text. */
export const replyWords: readonly string[] = digits.flatMap((digit) =>
  letters.flatMap((letter) => [digit + letter, letter + digit]),
)
const known = new Set(replyWords)

/** Wrong words allowed per call; after that only its link answers (brute-force protection). */
export const mostWrongTries = 3

const first = /^[^\p{L}\p{N}]*(\p{L}+)/u
/** The word right after the reply: "7K", "K7", "7 K", "7-k", with no other letters or digits joined to it. */
const next = /^[^\p{L}\p{N}]*(?:(\d)[^\p{L}\p{N}]*(\p{L})|(\p{L})[^\p{L}\p{N}]*(\d))(?![\p{L}\p{N}])/u
const anywhere = /(?<![\p{L}\p{N}])(?:\d\p{L}|\p{L}\d)(?![\p{L}\p{N}])/gu

/** Parses an SMS written in a hurry: "Ja 7k.", "ja7k", "JA, 7 K kommer nu". Null if it is no reply. */
export function readReply(text: string): Reply | null {
  const line = text.normalize('NFC').toLowerCase()
  const begins = first.exec(line)
  const head = begins?.[1]
  if (!begins || !head) return null
  const rest = line.slice(begins[0].length)
  const written = says.get(head)
  // "jak7": the first character of the word is joined to the reply.
  const glued = head.length > 2 ? says.get(head.slice(0, -1)) : undefined
  const gluedWord = glued ? wordNext(head.slice(-1) + rest) : null
  if (glued && gluedWord) return { says: glued, word: gluedWord }
  if (!written) return null
  // "Kommer också 7K", "tar över 7K": the second word decides the meaning.
  const more = written === 'yes' ? readReply(rest) : null
  if (more?.says === 'too' || more?.says === 'over') return more
  return { says: written, word: wordNext(rest) ?? onlyWord(rest) }
}

function wordNext(rest: string): string | null {
  const [, digit, letter, letterFirst, digitLast] = next.exec(rest) ?? []
  return asWord(digit ? `${digit}${letter}` : `${letterFirst}${digitLast}`)
}

/**
 * "Ja, jag kommer nu. 7k": the only word in the text, wherever it stands. If there are several, none: otherwise one SMS
 * could guess them all.
 */
function onlyWord(rest: string): string | null {
  const found = [...rest.matchAll(anywhere)].flatMap(([sign]) => asWord(sign) ?? [])
  return found.length === 1 ? (found[0] ?? null) : null
}

function asWord(signs: string): string | null {
  const word = signs.toUpperCase()
  return known.has(word) ? word : null
}

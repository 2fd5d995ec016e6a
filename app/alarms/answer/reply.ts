/** What an SMS about an alarm says, and the word of the call that it is about; null when it carries none. */
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

/** Signs that are not taken for another on a small screen at night: of 0 and O, 1, I and L, 5 and S and the like none. */
const digits = [...'2346789']
const letters = [...'ACEFHJKMNPRTUWXY']

/** Every word that a call can have: a digit and a letter, so that none is part of what people write. */
export const replyWords: readonly string[] = digits.flatMap((digit) =>
  letters.flatMap((letter) => [digit + letter, letter + digit]),
)
const known = new Set(replyWords)

/** So often a phone may be wrong about the word of a call; after that only its link answers. */
export const mostWrongTries = 3

const first = /^[^\p{L}\p{N}]*(\p{L}+)/u
/** "7K", "K7", "7 K", "7-k": what comes next, with nothing but these two in it. */
const next = /^[^\p{L}\p{N}]*(?:(\d)[^\p{L}\p{N}]*(\p{L})|(\p{L})[^\p{L}\p{N}]*(\d))(?![\p{L}\p{N}])/u
const anywhere = /(?<![\p{L}\p{N}])(?:\d\p{L}|\p{L}\d)(?![\p{L}\p{N}])/gu

/** Reads an SMS as a person in a hurry writes it: "Ja 7k.", "ja7k", "JA, 7 K kommer nu"; null when it is no reply. */
export function readReply(text: string): Reply | null {
  const line = text.normalize('NFC').toLowerCase()
  const begins = first.exec(line)
  const head = begins?.[1]
  if (!begins || !head) return null
  const rest = line.slice(begins[0].length)
  const written = says.get(head)
  // "jak7": the letter of the word hangs on the reply.
  const glued = head.length > 2 ? says.get(head.slice(0, -1)) : undefined
  const gluedWord = glued ? wordNext(head.slice(-1) + rest) : null
  if (glued && gluedWord) return { says: glued, word: gluedWord }
  if (!written) return null
  // "Kommer också 7K", "tar över 7K": what comes next says more.
  const more = written === 'yes' ? readReply(rest) : null
  if (more?.says === 'too' || more?.says === 'over') return more
  return { says: written, word: wordNext(rest) ?? onlyWord(rest) }
}

function wordNext(rest: string): string | null {
  const [, digit, letter, letterFirst, digitLast] = next.exec(rest) ?? []
  return asWord(digit ? `${digit}${letter}` : `${letterFirst}${digitLast}`)
}

/** "Ja, jag kommer nu. 7k": one of them, wherever it is; of several none, or an SMS could try all there are. */
function onlyWord(rest: string): string | null {
  const found = [...rest.matchAll(anywhere)].flatMap(([sign]) => asWord(sign) ?? [])
  return found.length === 1 ? (found[0] ?? null) : null
}

function asWord(signs: string): string | null {
  const word = signs.toUpperCase()
  return known.has(word) ? word : null
}

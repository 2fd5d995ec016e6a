/**
 * A guard's first name is what somebody frightened reads: who is on the way. The company writes it by itself, so it has to
 * be a person's name and nobody else's title. A company's own name waits for an administrator (docs/decisions/0125); a
 * guard who is hired tonight cannot.
 */
export type WrongName = 'no name' | 'somebody else'

/** Latin letters alone, since other scripts have letters that look like ours. */
const nameSigns = /^\p{Script=Latin}[\p{Script=Latin}\s.'’-]*$/u

/** What comes when somebody calls for help, and us. Without accents; the beginning of a word. */
const others =
  /^(?:polis(?!h|ik)|police|ambulans|raddning|brandkar|brandm[ae]n|brandforsvar|sosalarm|larmcentral|larmoper|trygghetsjour|alarmcentral|kustbevak|kriminalv|kronofogd|aklagar|militar|forsvarsma|hemvarn|sjukvard|sjukskoter|lakare|akutmottag|akutlakar|myndighet|kommun(?:en|al|polis|vakt)|ordningsvakt|skyddsvakt|sakerhetspolis|operator|administrat|jouren|kvartera)/
const othersWhole = /^(?:sos|larm|larmet|jour|tullen|tullverket|sapo|admin|akuten|kommun)$/

/** Why a name cannot stand as a guard's; null when it can. */
export function wrongName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!nameSigns.test(composed)) return 'no name'
  const plain = composed.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const words = plain.split(/[^\p{L}]+/u).filter(Boolean)
  // "P o l i s e n" and "Po-lisen" are read as one word.
  const read = [...words, words.join('')]
  return read.some((word) => others.test(word) || othersWhole.test(word)) ? 'somebody else' : null
}

export const wrongNameWords = {
  'no name': 'Skriv namnet med bokstäver, till exempel Bo Ek',
  'somebody else':
    'Skriv väktarens eget namn. De boende ser förnamnet, och ska inte tro att det är någon annan som kommer',
} as const satisfies Record<WrongName, string>

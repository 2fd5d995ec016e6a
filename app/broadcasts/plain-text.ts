/**
 * Text folded to what a reader sees, to find what is hidden in it: homoglyphs (a Cyrillic а for an a), zero-width
 * characters, accents, letter-spacing and line breaks make no difference. Each character keeps its original position,
 * so that a finding can be quoted as it was written.
 */
export type Folded = { text: string; at: readonly number[]; original: string }

/** Look-alike letters that NFKD does not decompose (it handles ä, full-width and circled letters). */
const lookalikes = new Map(
  [
    ...['аa', 'вb', 'еe', 'ѕs', 'іi', 'јj', 'кk', 'мm', 'нh', 'оo', 'рp', 'сc', 'тt', 'уy', 'хx', 'ԁd', 'ӏl', 'ѵv'],
    ...['αa', 'βb', 'εe', 'ηn', 'ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'ɡg', 'ɑa', 'ıi', 'łl', 'øo', 'ᴠv'],
    ...['һh', 'ցg', 'ոn', 'օo', 'սu', '|l'],
  ].map(([seen = '', meant = '']) => [seen, meant]),
)

/** Digits inside a word are read as letters: "Ta11vägen". */
const figureLetters = new Map(
  ['0o', '1l', '3e', '4a', '5s', '7t', '@a'].map(([seen = '', meant = '']) => [seen, meant]),
)
const figuresInside = /(?<=\p{L})[013457@]+(?=\p{L})/gu

/** Zero-width and direction marks, accents, variation selectors, and blank filler characters. */
const invisible = /[\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u3164]/u

export function fold(original: string): Folded {
  let text = ''
  const at: number[] = []
  let from = 0
  for (const sign of original) {
    const folded = foldSign(sign)
    text += folded
    for (let unit = 0; unit < folded.length; unit++) at.push(from)
    from += sign.length
  }
  // The replacement has the same length, so all positions remain valid.
  const asLetters = (figures: string) => [...figures].map((figure) => figureLetters.get(figure) ?? figure).join('')
  return { text: text.replace(figuresInside, asLetters), at, original }
}

function foldSign(sign: string): string {
  if (sign === '\n' || sign === '\r') return '\n'
  if (sign < '\u0080') return lookalikes.get(sign) ?? sign.toLowerCase()
  const parts = sign.normalize('NFKD').toLowerCase().normalize('NFKD')
  return [...parts]
    .map((part) => {
      if (invisible.test(part)) return ''
      if (/\s/u.test(part)) return /[\u2028\u2029]/.test(part) ? '\n' : ' '
      return lookalikes.get(part) ?? part
    })
    .join('')
}

/** All the ways in which a reader might join the letters. */
export function readings(text: string): Folded[] {
  const plain = fold(text)
  return [
    plain,
    // "Tall-", and "vägen" on the next line.
    without(plain, /-?\s*\n\s*/g),
    // "T a l l v ä g e n", "T.a.l.l.v.ä.g.e.n".
    without(plain, /(?<=(?:^|[^\p{L}\p{N}])\p{L})[\s.\-_*·/]+(?=\p{L}(?![\p{L}\p{N}]))/gu),
  ]
}

function without({ text, at, original }: Folded, dropped: RegExp): Folded {
  let kept = ''
  const places: number[] = []
  let from = 0
  for (const { index, 0: match } of text.matchAll(dropped)) {
    kept += text.slice(from, index)
    places.push(...at.slice(from, index))
    from = index + match.length
  }
  return { text: kept + text.slice(from), at: [...places, ...at.slice(from)], original }
}

/** A stretch of the folded text as it was originally written. */
export function asWritten({ at, original }: Folded, from: number, length: number): string {
  const start = at[from] ?? 0
  const last = at[from + length - 1] ?? start
  const [lastSign = ''] = original.slice(last)
  return original
    .slice(start, last + lastSign.length)
    .replace(/\s+/g, ' ')
    .trim()
}

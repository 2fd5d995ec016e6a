/**
 * A guard's first name is what somebody frightened reads: who is on the way. The company writes it by itself, so it has to
 * be a person's name and nobody else's title. A company's own name waits for an administrator (docs/decisions/0125); a
 * guard who is hired tonight cannot.
 */
export type WrongName = 'no name' | 'somebody else'

/**
 * Letters that names in Europe are written with, and the wider forms of them that some keyboards give. Not all of Latin,
 * which has capitals the size of small letters and signs of phonetics; nor other scripts, whose letters look like ours.
 */
const nameLetter = 'A-Za-zÀ-ÖØ-öø-ſƏəƠơƯưǍ-ǜȘ-țḀ-ỿＡ-Ｚａ-ｚ'
const nameSigns = new RegExp(`^[${nameLetter}][${nameLetter}\\s.'’-]*$`, 'u')

/** Of those, the ones that are no letter with an accent, as an eye reads them. */
const readAs = new Map(
  Object.entries({ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', þ: 'p', æ: 'a', œ: 'o', ə: 'e' }),
)

/** What comes when somebody calls for help, and us. Without accents; anywhere in a word: "Närpolisen", "Jourläkare". */
const others =
  /polis(?!h|ik)|poliis|ambulans|raddningst|brandkar|brandforsvar|larmcentral|larmoper|larmtjanst|(?:akuten|jouren)$|lakare|sjukskoter|forsvaret$|insatsstyrk|insatsled|insatschef|myndighet|ordningsvakt|skyddsvakt|sakerhetstjanst|[kq]vart[ae]r|hundratolv|ettetttva/
/** The beginning of a word. */
const othersFirst =
  /^(?:police|polici|policj|polizei|raddning|brandm[ae]n|brandbil|brandbefal|sosalarm|trygghetsjour|alarmcentral|kustbevak|kriminalv|kronofogd|aklagar|militar|forsvarsma|civilforsvar|hemvarn|sjukvard|akutmottag|kommun(?:en|al|polis|vakt)|operator|administrat|konstap|kommissari|inspektor|patrull|piket|radiobil|sheriff|lansstyrelse|socialt|socialj|vakthavande|jourhavande|ledningscentral|larmet|insatsen|ordningsma|blaljus|kundtjanst|kundservice|support|helpdesk|grannsam)/
const othersWhole =
  /^(?:sos|larm|jour|tullen|tullverket|sapo|admin|kommun|politi|politie|snuten|aina|befal|doktor|doktorn|socialen|staten|system|systemet|driften|ingen|installt|avbrutet|avlyst)$/

/** Why a name cannot stand as a guard's; null when it can. */
export function wrongName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!nameSigns.test(composed)) return 'no name'
  // "PoIisen", with a capital I for the l.
  const small = composed
    .normalize('NFKD')
    .replace(/(?<=\p{Ll})I/gu, 'l')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
  const plain = [...small].map((letter) => readAs.get(letter) ?? letter).join('')
  const words = plain.split(/[^\p{L}]+/u).filter(Boolean)
  // "P o l i s e n" and "Po-lisen" are read as one word.
  const read = [...words, words.join('')]
  const isTitle = (word: string) => others.test(word) || othersFirst.test(word) || othersWhole.test(word)
  return read.some(isTitle) ? 'somebody else' : null
}

export const wrongNameWords = {
  'no name': 'Skriv namnet med bokstäver, till exempel Bo Ek',
  'somebody else':
    'Skriv väktarens eget namn. De boende ser förnamnet, och ska inte tro att det är någon annan som kommer',
} as const satisfies Record<WrongName, string>

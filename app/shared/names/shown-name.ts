/**
 * What somebody frightened reads of whoever is on the way: a guard's first name, that of the company's owner, or what a system of theirs is
 * called. The company writes each by itself, so a person's has to be a person's name, and none of them somebody else's title. A company's own
 * name waits for an administrator (docs/decisions/0125); a guard who is hired tonight cannot.
 */
export type WrongName = 'no name' | 'somebody else'

/**
 * Letters that names in Europe are written with, and the wider forms of them that some keyboards give. Not all of Latin,
 * which has capitals the size of small letters and signs of phonetics; nor other scripts, whose letters look like ours.
 */
const nameLetter = 'A-Za-zÀ-ÖØ-öø-ſƏəƠơƯưǍ-ǜȘ-țḀ-ỿＡ-Ｚａ-ｚ'
/** Also for PostgreSQL, by its `source`. */
export const nameSigns = new RegExp(`^[${nameLetter}][${nameLetter}\\s.'’-]*$`, 'u')

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

/** Of figures and signs what a system may be called by; its first sign is a letter. */
const systemSigns = new RegExp(`^[${nameLetter}][${nameLetter}\\d\\s.,'’&/()+_-]*$`, 'u')
const figureLetters = new Map(Object.entries({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }))
/** What no person is, and a system of a guard company may be. */
const systems = /(?<!\p{L})(?:larmcentral\p{L}*|larm|system|systemet)(?!\p{L})/giu

/** Why a name cannot stand as a guard's; null when it can. */
export function wrongName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!nameSigns.test(composed)) return 'no name'
  return isTitle(composed) ? 'somebody else' : null
}

/** Why a system of a company's cannot be called that; null when it can. */
export function wrongSystemName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!systemSigns.test(composed)) return 'no name'
  if (composed.replace(/\D/g, '').includes('112')) return 'somebody else'
  // "P0lisen".
  const read = composed.replace(/(?<=\p{L})\d(?=\p{L})/gu, (figure) => figureLetters.get(figure) ?? figure)
  return isTitle(read.replace(systems, '')) ? 'somebody else' : null
}

/** Whether it reads as those who come when somebody calls for help, or as us; whatever signs it is written with. */
export function isTitle(name: string): boolean {
  // "PoIisen", with a capital I for the l.
  const small = name
    .normalize('NFKD')
    .replace(/(?<=\p{Ll})I/gu, 'l')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
  const plain = [...small].map((letter) => readAs.get(letter) ?? letter).join('')
  const words = plain.split(/[^\p{L}]+/u).filter(Boolean)
  // "P o l i s e n" and "Po-lisen" are read as one word.
  const read = [...words, words.join('')]
  return read.some((word) => others.test(word) || othersFirst.test(word) || othersWhole.test(word))
}

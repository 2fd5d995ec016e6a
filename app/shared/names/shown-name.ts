/**
 * Validates names that a member in distress sees of those on the way: a guard's first name, the company owner's, or a
 * name of an integrated system. The company enters them without review, so a person's must look like a person's name,
 * and none may impersonate an authority. A company's own name waits for an administrator (docs/decisions/0125), but a
 * guard hired tonight cannot wait.
 */
export type WrongName = 'no name' | 'somebody else'

/**
 * Letters used in European names, and their full-width forms that some keyboards produce. Not all of Latin, which has
 * small capitals and phonetic signs, and no other scripts, whose letters look like ours (homoglyphs).
 */
const nameLetter = 'A-Za-zÀ-ÖØ-öø-ſƏəƠơƯưǍ-ǜȘ-țḀ-ỿＡ-Ｚａ-ｚ'
/** Also used in PostgreSQL, by its `source`. */
export const nameSigns = new RegExp(`^[${nameLetter}][${nameLetter}\\s.'’-]*$`, 'u')

/** Letters in that set that do not decompose into a base letter and an accent, and the letter they look like. */
const readAs = new Map(
  Object.entries({ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', þ: 'p', æ: 'a', œ: 'o', ə: 'e' }),
)

/**
 * Titles of emergency services and authorities, and our own name. Without accents; matched anywhere in a word:
 * "Närpolisen", "Jourläkare".
 */
const others =
  /polis(?!h|ik)|poliis|ambulans|raddningst|brandkar|brandforsvar|larmcentral|larmoper|larmtjanst|(?:akuten|jouren)$|lakare|sjukskoter|forsvaret$|insatsstyrk|insatsled|insatschef|myndighet|ordningsvakt|skyddsvakt|sakerhetstjanst|[kq]vart[ae]r|hundratolv|ettetttva/
/** Matched at the beginning of a word only. */
const othersFirst =
  /^(?:police|polici|policj|polizei|raddning|brandm[ae]n|brandbil|brandbefal|sosalarm|trygghetsjour|alarmcentral|kustbevak|kriminalv|kronofogd|aklagar|militar|forsvarsma|civilforsvar|hemvarn|sjukvard|akutmottag|kommun(?:en|al|polis|vakt)|operator|administrat|konstap|kommissari|inspektor|patrull|piket|radiobil|sheriff|lansstyrelse|socialt|socialj|vakthavande|jourhavande|ledningscentral|larmet|insatsen|ordningsma|blaljus|kundtjanst|kundservice|support|helpdesk|grannsam)/
const othersWhole =
  /^(?:sos|larm|jour|tullen|tullverket|sapo|admin|kommun|politi|politie|snuten|aina|befal|doktor|doktorn|socialen|staten|system|systemet|driften|ingen|installt|avbrutet|avlyst)$/

/** A system's name may also contain digits and some punctuation. It starts with a letter. */
const systemSigns = new RegExp(`^[${nameLetter}][${nameLetter}\\d\\s.,'’&/()+_-]*$`, 'u')
const figureLetters = new Map(Object.entries({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }))
/** Words that a system of a guard company may have in its name, but a person may not. */
const systems = /(?<!\p{L})(?:larmcentral\p{L}*|larm|system|systemet)(?!\p{L})/giu

/** Why a name is refused for a guard; null if it is allowed. */
export function wrongName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!nameSigns.test(composed)) return 'no name'
  return isTitle(composed) ? 'somebody else' : null
}

/** Why a name is refused for a company's system; null if it is allowed. */
export function wrongSystemName(name: string): WrongName | null {
  const composed = name.normalize('NFC')
  if (!systemSigns.test(composed)) return 'no name'
  if (composed.replace(/\D/g, '').includes('112')) return 'somebody else'
  // Reads digits inside words as letters: "P0lisen".
  const read = composed.replace(/(?<=\p{L})\d(?=\p{L})/gu, (figure) => figureLetters.get(figure) ?? figure)
  return isTitle(read.replace(systems, '')) ? 'somebody else' : null
}

/** Whether a name reads as an emergency service, an authority or us, whatever characters it is written with. */
export function isTitle(name: string): boolean {
  // A capital I in place of an l: "PoIisen".
  const small = name
    .normalize('NFKD')
    .replace(/(?<=\p{Ll})I/gu, 'l')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
  const plain = [...small].map((letter) => readAs.get(letter) ?? letter).join('')
  const words = plain.split(/[^\p{L}]+/u).filter(Boolean)
  // "P o l i s e n" and "Po-lisen" are also read as one word.
  const read = [...words, words.join('')]
  return read.some((word) => others.test(word) || othersFirst.test(word) || othersWhole.test(word))
}

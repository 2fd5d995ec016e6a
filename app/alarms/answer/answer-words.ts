import { formatPostcode } from '~/postcodes/public'
import { PRODUCT_NAME } from '~/shared/product'
import { formatClock } from '~/shared/time'

/** A call that a phone may answer; the input for the text of our reply. */
type Call = { word: string | null; postcode: string; isTest: boolean; isMine: boolean; isColleagues: boolean }

export const answers = {
  taken: (has: string) => `${has} har larmet. Du behöver inte åka.`,
  colleagues: (has: string, word: string) => `${has} har larmet. Svara ${forColleague(word)}.`,
  comesToo: (word: string) =>
    `Tack. Den som har larmet får veta att du kommer också. Svara NEJ ${word} om du inte kan.`,
  mine: (word: string) => `Du har redan larmet. Svara FRAMME ${word} när du är där och KLAR ${word} när det är över.`,
  there: (word: string) => `Tack. Vi har skrivit att du är på plats. Svara KLAR ${word} när det är över.`,
  pressed: (at: Date, word: string) =>
    `Den som larmade har larmat igen kl. ${formatClock(at)}. Svara KLAR ${word} en gång till om det ändå är över.`,
  done: 'Tack. Larmet är avslutat.',
  declined: 'Tack för att du säger till.',
  handedBack: 'Tack för att du säger till. Larmet är ute hos alla igen.',
  handedBackAndOver: 'Tack för att du säger till. Den som larmade har sagt att hen är trygg, så larmet är avblåst.',
  notMine: (word: string) => `Du har inte det larmet. Svara JA ${word} om du tar det.`,
  over: 'Det larmet är över. Du behöver inte åka.',
  testOver: 'Tack. Testet är redan över, men nu vet vi att larmen når dig.',
  testOverHow: (word: string) => `Testet är redan över. Svara JA ${word}, så vet vi att larmen når dig.`,
  tooManyTries: 'Det kom fel ord för många gånger, så larmet går inte att svara på med SMS. Öppna länken i vårt SMS.',
} as const

/** Instructions for somebody whose SMS changed nothing. Several alarms at once are told apart by area. */
export function howToAnswer(calls: readonly Call[]): string {
  const written = calls.filter(({ word }) => word !== null)
  const [newest, ...others] = written
  if (!newest) return `${PRODUCT_NAME}: svara med ordet i vårt SMS om larmet, eller öppna länken i det.`
  if (others.length === 0) {
    if (newest.isMine) return `Svara ${forTaker(newest.word)}.`
    if (newest.isColleagues) return `Svara ${forColleague(newest.word)}.`
    const what = newest.isTest ? ' på testet' : ''
    return `Svara${what} JA ${newest.word} om du kommer, NEJ ${newest.word} om du inte kan.`
  }
  const lines = written.slice(0, 3).map(({ word, postcode, isTest, isMine }) => {
    const whose = isTest ? ' (test)' : isMine ? ' (ditt)' : ''
    return `${formatPostcode(postcode)}${whose} ${word}`
  })
  return `Skriv larmets ord efter JA, NEJ, FRAMME eller KLAR: ${lines.join(', ')}.`
}

const forTaker = (word: string | null) =>
  `FRAMME ${word} när du är där, KLAR ${word} när det är över, NEJ ${word} om du inte kan`

const forColleague = (word: string | null) => `OCKSÅ ${word} om du kommer också, ÖVER ${word} om du tar över`

export function wrongWord(word: string, calls: readonly Call[]): string {
  return `Inget av dina larm har ordet ${word}. ${howToAnswer(calls)}`
}

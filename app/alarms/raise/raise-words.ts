import { refused } from '~/shared/outcome'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatMoment } from '~/shared/time'

/** The specification's words, used both by the browser's check and by the server's. */
export const emptyMessage = refused('Meddelande saknas', { fields: { message: 'Beskriv vad som hänt' } })

export const couldNotSend = 'Kunde inte skicka larm'

type Notice = { tone: 'normal'; title: string; message: string }

/** Also true where there are no neighbours and no operator: recipients are only named once something was sent. */
const lookingElsewhere = 'Vi söker någon i grannkvarteren och jouren.'

/** Shown at once, and for as long as nobody of the postcode can be called. */
export const nobodyHere = {
  title: `Ingen väktare här. Ring ${EMERGENCY_NUMBER}.`,
  /** Whom else the alarm was sent to. */
  told({ neighbours, operators }: { neighbours: number; operators: number }, isWidened: boolean): string {
    const whom = [
      neighbours > 0 ? `${neighbours} i grannkvarteren` : '',
      operators > 0 ? `${operators} i jouren` : '',
    ].filter(Boolean)
    if (whom.length > 0) return `Larmet är skickat till ${whom.join(' och ')}.`
    return isWidened
      ? 'Vi har försökt nå grannkvarteren och jouren, men inte fått iväg larmet till någon än.'
      : lookingElsewhere
  },
}

const sent: Notice = {
  tone: 'normal',
  title: 'Trygghetslarm skickat!',
  message: 'Våra säkerhetspartners har meddelats och kommer att agera.',
}

/** Shown when nobody could be told: this page must never claim that somebody was. */
const sentElsewhere: Notice = {
  ...sent,
  message: `${nobodyHere.title} ${lookingElsewhere}`,
}

const testSent: Notice = {
  tone: 'normal',
  title: 'Testlarmet är skickat',
  message: 'Partnerna ser att det är ett test. Ingen rycker ut.',
}

export function sentNoticeFor({ isTest, partners }: { isTest: boolean; partners: number }): Notice {
  if (isTest) return testSent
  return partners === 0 ? sentElsewhere : sent
}

/** For an alarm kept on the phone for long: only the member knows whether it is still needed. */
export const askNoticeFor = (writtenAt: Date): Notice => ({
  tone: 'normal',
  title: 'Ett larm är inte skickat',
  message: `Du skrev det ${formatMoment(writtenAt)}. Öppna Trygghetslarm för att skicka eller slänga det.`,
})

export const TEST_MESSAGE = 'Test av trygghetslarmet'
export const HIDING_MESSAGE = 'Ring mig inte, jag gömmer mig.'

const waiting = /\n\(Skrevs för \d+ (?:minuter|timmar) sedan, utan uppkoppling\.\)$/

/** The message without the note on how long it waited. */
export const withoutWaiting = (message: string): string => message.replace(waiting, '')

/** Adds how long a message waited before it got through, if that was long. */
export function withWaiting(message: string, waitedSeconds: number): string {
  const minutes = Math.round(waitedSeconds / 60)
  if (minutes < 2) return message
  const ago = minutes < 120 ? `${minutes} minuter` : `${Math.round(minutes / 60)} timmar`
  return `${message}\n(Skrevs för ${ago} sedan, utan uppkoppling.)`
}

/** Appends one of the ready phrases to what is written, unless it is there already. */
export function withQuickWords(written: string, words: string): string {
  const before = written.trim()
  if (before.includes(words)) return written
  if (before === '') return words
  return `${before}${/[.!?]$/.test(before) ? '' : '.'} ${words}`
}

import { PRODUCT_NAME } from '~/shared/product'
import { formatClock } from '~/shared/time'
import { LATE_HOME } from '../words/words'

/** The message of an alarm that was raised by a walk; its first words say so. */
export const lateMessage = (homeAt: Date) => `${LATE_HOME}. Skulle vara hemma kl. ${formatClock(homeAt)}.`

/** Texts that may show on a locked phone lying in view: no names and no place. */
export const questionWords = (dueAt: Date) => ({
  title: 'Är du hemma?',
  text: `Är du hemma? Svara före kl. ${formatClock(dueAt)}, annars larmar vi.`,
  sms: (url: string) =>
    `Är du hemma? Svara här före kl. ${formatClock(dueAt)}, annars larmar vi. ${PRODUCT_NAME}. ${url}`,
})

export const alarmWords = {
  title: 'Larmet har gått',
  text: 'Du svarade inte, så larmet har gått. Är du hemma, öppna Trygghetslarm och säg att du är trygg.',
}

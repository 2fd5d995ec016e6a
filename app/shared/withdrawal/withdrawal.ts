import { daysAfter, formatDate, formatInstant } from '../time'

/**
 * The right of withdrawal from a distance contract (2005:59, 2 kap. 10-15 §§), for every kind of contract: the
 * deadline, the form, and the text of the confirmation (docs/decisions/0179).
 */
export const WITHDRAWAL_DAYS = 14

/** The last day to withdraw from a contract concluded on that day. */
export const withdrawalUntil = (contractOn: string) => daysAfter(contractOn, WITHDRAWAL_DAYS)

export const withdrawalIsOver = `Ångerfristen på ${WITHDRAWAL_DAYS} dagar har gått ut.`

/** The heading of a refusal. */
export const withdrawalFailed = 'Avtalet gäller fortfarande'

type Withdrawn = {
  name: string
  email: string
  /** "medlemskap i Kvartera" */
  contract: string
  contractOn: string
  at: Date
  /** The consequences: what ends, and what is paid. */
  outcome: readonly string[]
}

/**
 * The confirmation on a durable medium, as the law requires: the complete notice of withdrawal and when it was
 * received.
 */
export function withdrawalReceipt({ name, email, contract, contractOn, at, outcome }: Withdrawn) {
  return {
    subject: 'Bekräftelse: du har ångrat avtalet',
    paragraphs: [
      `Ditt meddelande om att du ångrar avtalet om ${contract} kom in ${formatInstant(at)}.`,
      `Meddelandet i sin helhet: Jag, ${name} (${email}), ångrar mitt avtal om ${contract} från ${formatDate(contractOn)}.`,
      ...outcome,
    ],
    footnote: 'Spara det här mejlet: det är din bekräftelse.',
  }
}

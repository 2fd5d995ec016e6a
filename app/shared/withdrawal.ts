import { z } from 'zod'
import * as field from './fields'
import { daysAfter, formatDate, formatInstant } from './time'

/**
 * The right to withdraw from a contract at a distance (2005:59, 2 kap. 10-15 §§), the same for whatever the contract is about:
 * until when, by which form, and with which words it is confirmed (docs/decisions/0179).
 */
export const WITHDRAWAL_DAYS = 14

/** The last day on which a contract of that day can be withdrawn from. */
export const withdrawalUntil = (contractOn: string) => daysAfter(contractOn, WITHDRAWAL_DAYS)

export const withdrawalIsOver = `Ångerfristen på ${WITHDRAWAL_DAYS} dagar har gått ut.`

/** The second of its two steps; the first is the page that says what it means. */
export const withdrawalForm = z.object({ sure: field.ticked('Bekräfta att du ångrar avtalet') })

/** The heading of a no. */
export const withdrawalFailed = 'Avtalet gäller fortfarande'

type Withdrawn = {
  name: string
  email: string
  /** "medlemskap i Kvartera" */
  contract: string
  contractOn: string
  at: Date
  /** What has become of it: what ends, and what is paid. */
  outcome: readonly string[]
}

/** The receipt, on a durable medium as the law puts it: what was said, in full, and when. */
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

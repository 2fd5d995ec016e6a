import { formatOre } from '~/shared/money'
import { dayOf, formatDate, formatInstant } from '~/shared/time'
import { withdrawalReceipt } from '~/shared/withdrawal/withdrawal'
import type { ToldBooking, Words } from './booking-letters'
import { person, what } from './letters/told-words'

/** Texts about the right to withdraw: beside the rule of cancelling, and to both sides when it has been used. */

/** "Hemstäd hos Lind Städ AB": the name of the contract in the confirmation of a withdrawal. */
const contractName = ({ title, companyName }: ToldBooking) => `${title} hos ${companyName}`

function whatIsDue({ withdrawal }: ToldBooking): string {
  return withdrawal?.dueOre
    ? `Jobbet hade börjat på din begäran, så du betalar ${formatOre(withdrawal.dueOre)} för den del som är gjord. Det gör du direkt till företaget.`
    : 'Du betalar ingenting.'
}

/** Stated beside the rule of cancelling: the statutory right, and what the member agreed to, in writing. */
export function withdrawalWords({ contract, earlyStart, memberAnswers }: ToldBooking): string[] {
  if (!contract) return []
  const how = memberAnswers ? 'välj Ångra avtalet på bokningens sida' : 'säg till företaget att du ångrar avtalet'
  return [
    `Du har också ångerrätt till och med ${formatDate(contract.until)}, vad som än gäller för avbokning: ${how}. Före start kostar det ingenting.`,
    ...(earlyStart ? [`Du sa ja till det här ${formatInstant(earlyStart.at)}: ”${earlyStart.words}”`] : []),
  ]
}

export const withdrawnToMember: Words = (booking) => ({
  ...withdrawalReceipt({
    name: person(booking),
    email: booking.memberEmail ?? '',
    contract: contractName(booking),
    contractOn: dayOf(booking.contract?.since ?? booking.startsAt),
    at: booking.withdrawal?.at ?? booking.startsAt,
    outcome: [
      `${booking.companyName} har fått veta det, och jobbet blir inte av.`,
      whatIsDue(booking),
      ...booking.coming,
      'Har du redan betalat mer än så betalar företaget tillbaka det inom 14 dagar.',
    ],
  }),
  brief: `Du har ångrat avtalet om ${what(booking)} hos ${booking.companyName}.`,
})

export const withdrawnToCompany: Words = (booking) => ({
  subject: `Avtalet ångrat: ${what(booking)}`,
  paragraphs: [
    `${person(booking)} har ångrat avtalet${booking.withdrawal ? ` ${formatInstant(booking.withdrawal.at)}` : ''}. Tiden är fri igen.`,
    booking.withdrawal?.dueOre
      ? `Jobbet hade börjat på kundens begäran, så ni ska ha ${formatOre(booking.withdrawal.dueOre)} för den del som är gjord.`
      : 'Det är kundens rätt inom 14 dagar från er bekräftelse, och ni kan inte ta betalt.',
    ...booking.coming,
    'Har kunden redan betalat mer än så ska ni betala tillbaka det inom 14 dagar.',
  ],
  brief: `Avtalet ångrat: ${what(booking)}. Tiden är fri igen.`,
})

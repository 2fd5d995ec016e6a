import { payRule } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { answersFor, type Side } from '../booking'
import type { ToldBooking, Words } from '../booking-letters'
import { ifOpen, what } from '../letters/told-words'
import { jobReference } from './job-payment'

/** Texts about payment in letters: before the job, when it is done, and when a side has said something about it. */

const customer = ({ memberName }: ToldBooking) => memberName ?? 'Kunden'

/** Part of every letter to a member about an upcoming job. */
export const payAhead = ({ companyName, ways }: ToldBooking): string => payRule(companyName, ways)

/** For the letter that the job is done: everything needed to pay without opening a page. */
export function payNow(booking: ToldBooking): string[] {
  const { id, companyName, ways, swish, owedOre, memberAnswers } = booking
  if (owedOre === 0) return []
  const rule = payRule(companyName, ways).replace('Du betalar', `Du betalar ${formatOre(owedOre)}`)
  if (swish === null) return [rule]
  return [
    rule,
    `Med Swish: ${formatOre(owedOre)} till ${swish}, med ${jobReference(id)} som meddelande.${ifOpen(memberAnswers, ' På bokningens sida finns en kod att skanna.')}`,
  ]
}

/** Only for the remaining side: the one that left gets no more letters. */
const left = (booking: ToldBooking, who: string) => ({
  subject: `Inget att avgöra längre: ${what(booking)}`,
  paragraphs: [
    `${who} har lämnat oss, så betalningen som ni inte var överens om avgör vi inte. Det som ni har kommit överens om med varandra gäller.`,
  ],
  brief: `Betalningen av ${what(booking)} avgörs inte av oss längre.`,
})

const inWriting = (who: string, text: string | null) => (text ? [`${who} skriver: ”${text}”`] : [])

type Kind = 'paid' | 'disputed' | 'agreed' | 'left' | 'decided'

const weDecide = (side: Side, booking: ToldBooking) =>
  `Vi läser det och hör av oss till er båda.${ifOpen(
    answersFor(side, booking),
    ' Kommer ni överens under tiden kan den som sa ifrån ta tillbaka det på bokningens sida.',
  )}`

function decided(side: Side, booking: ToldBooking) {
  const { decision, owedOre, customerPaysOre, isSettled } = booking
  return {
    subject: `Avgjort: betalningen av ${what(booking)}`,
    paragraphs: [
      'Ni var inte överens om betalningen, och nu har vi avgjort den. Samma besked går till er båda:',
      ...(decision ? [`”${decision}”`] : []),
      ...(owedOre < customerPaysOre
        ? [`Priset är rättat från ${formatOre(customerPaysOre)} till ${formatOre(owedOre)}.`]
        : []),
      isSettled ? 'Inget är kvar att betala.' : `Kvar att betala är ${formatOre(owedOre)}.`,
    ],
    brief: `Betalningen av ${what(booking)} är avgjord.${ifOpen(answersFor(side, booking), ' Beskedet står på bokningens sida.')}`,
  }
}

export const paymentToMember: Record<Kind, Words> = {
  paid: (booking, { by }) =>
    by === 'company'
      ? {
          subject: `Betald: ${what(booking)}`,
          paragraphs: [
            `${booking.companyName} har noterat att jobbet är betalt. Du behöver inte göra något.`,
            ...(booking.memberAnswers ? ['Stämmer det inte, säg det på bokningens sida.'] : []),
          ],
          brief: `${booking.companyName} har noterat ${what(booking)} som betald.`,
        }
      : null,
  disputed: (booking, { by }) =>
    by === 'company'
      ? {
          subject: `Inte överens om betalningen: ${what(booking)}`,
          paragraphs: [
            `${booking.companyName} säger att ni inte är överens om betalningen.`,
            ...inWriting(booking.companyName, booking.dispute),
            weDecide('member', booking),
          ],
          brief: `${booking.companyName} säger att ni inte är överens om betalningen av ${what(booking)}.`,
        }
      : {
          subject: `Vi har fått det: ${what(booking)}`,
          paragraphs: [`Du och ${booking.companyName} är inte överens om betalningen. ${weDecide('member', booking)}`],
          brief: `Vi tittar på betalningen av ${what(booking)}.`,
        },
  agreed: (booking, { by }) =>
    by === 'company'
      ? {
          subject: `Överens om betalningen: ${what(booking)}`,
          paragraphs: [`${booking.companyName} säger att ni är överens om betalningen igen.`],
          brief: `${booking.companyName} säger att ni är överens om betalningen av ${what(booking)}.`,
        }
      : null,
  left: (booking, { by }) => (by === 'company' ? left(booking, booking.companyName) : null),
  decided: (booking) => {
    const said = decided('member', booking)
    return booking.isSettled ? said : { ...said, paragraphs: [...said.paragraphs, ...payNow(booking)] }
  },
}

export const paymentToCompany: Record<Kind, Words> = {
  paid: (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Kunden har betalat: ${what(booking)}`,
          paragraphs: [
            `${customer(booking)} har noterat att jobbet är betalt, ${formatOre(booking.owedOre)}.`,
            ...(booking.companyAnswers
              ? ['Har pengarna kommit, notera det på bokningens sida. Har de inte kommit, säg det där.']
              : []),
          ],
          brief: `Kunden har noterat ${what(booking)} som betald.`,
        }
      : null,
  disputed: (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Inte överens om betalningen: ${what(booking)}`,
          paragraphs: [
            `${customer(booking)} säger att ni inte är överens om betalningen.`,
            ...inWriting(customer(booking), booking.dispute),
            weDecide('company', booking),
          ],
          brief: `Kunden säger att ni inte är överens om betalningen av ${what(booking)}.`,
        }
      : {
          subject: `Vi har fått det: ${what(booking)}`,
          paragraphs: [`Ni och ${customer(booking)} är inte överens om betalningen. ${weDecide('company', booking)}`],
          brief: `Vi tittar på betalningen av ${what(booking)}.`,
        },
  agreed: (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Överens om betalningen: ${what(booking)}`,
          paragraphs: [`${customer(booking)} säger att ni är överens om betalningen igen.`],
          brief: `Kunden säger att ni är överens om betalningen av ${what(booking)}.`,
        }
      : null,
  left: (booking, { by }) => (by === 'member' ? left(booking, 'Kunden') : null),
  decided: (booking) => {
    const said = decided('company', booking)
    if (booking.owedOre === booking.customerPaysOre) return said
    return { ...said, paragraphs: [...said.paragraphs, 'Vår avgift sänks lika mycket, på er nästa avgift.'] }
  },
}

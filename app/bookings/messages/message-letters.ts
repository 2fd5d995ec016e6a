import type { Words } from '../booking-letters'
import { shortSpokenMoment } from '../when'

/** Never contains the text of a message: messages stay in the product and are deleted with the accounts. */
export const messageToMember: Words = ({ title, startsAt, companyName }, { by }) =>
  by === 'company'
    ? {
        subject: `Nytt meddelande: ${title} ${shortSpokenMoment(startsAt)}`,
        paragraphs: [`${companyName} har skrivit till dig om bokningen.`],
        brief: `${companyName} har skrivit till dig om ${title} ${shortSpokenMoment(startsAt)}.`,
        label: 'Läs och svara',
      }
    : null

export const messageToCompany: Words = ({ title, startsAt, memberName }, { by }) =>
  by === 'member'
    ? {
        subject: `Nytt meddelande: ${title} ${shortSpokenMoment(startsAt)}`,
        paragraphs: [`${memberName ?? 'Kunden'} har skrivit till er om bokningen.`],
        brief: `Nytt meddelande om ${title} ${shortSpokenMoment(startsAt)}.`,
        label: 'Läs och svara',
      }
    : null

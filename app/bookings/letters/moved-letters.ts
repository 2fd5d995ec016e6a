import type { BookingEvent, ToldBooking, Words } from '../booking-letters'
import { whoComes } from '../place'
import { shortSpokenMoment, spokenMoment } from '../when'
import { withdrawalWords } from '../withdrawal-letters'
import { cancelWords } from './cancel-words'
import { person, what } from './told-words'

/** Texts about a time that is proposed, accepted, refused or taken back, to the side that did not do it. */

type Kind = Extract<BookingEvent['kind'], `time ${string}`>

const proposed = ({ proposedAt }: ToldBooking) => (proposedAt ? spokenMoment(proposedAt) : '')
const proposedBriefly = ({ proposedAt }: ToldBooking) => (proposedAt ? shortSpokenMoment(proposedAt) : '')
const answerBy = ({ isRequest, lapsesAt }: ToldBooking) =>
  isRequest ? [`Svara senast ${spokenMoment(lapsesAt)}, annars går förfrågan ut.`] : []

/** As on the booking's page: a yes to the proposed time would leave none to cancel free of charge. */
function tooSoonToCancel({ proposedAt, startsAt, freeCancelUntil, at }: ToldBooking): string[] {
  const freeBefore = startsAt.getTime() - freeCancelUntil.getTime()
  const isTooSoon = proposedAt && freeBefore > 0 && at.getTime() > proposedAt.getTime() - freeBefore
  return isTooSoon ? ['Den nya tiden är så nära att den inte går att avboka utan kostnad när du har sagt ja.'] : []
}

/** What is left when a proposal is gone: a time that is agreed, or a request that the company has not answered. */
const leftToMember = ({ isRequest, lapsesAt }: ToldBooking) =>
  isRequest
    ? `Tiden som du bad om är inte bekräftad än. De har till ${spokenMoment(lapsesAt)} på sig att svara.`
    : 'Den tid du har gäller fortfarande.'
/** A company for which nobody may act can answer nothing, so it is not asked to. */
const mayAnswer = ({ isRequest, companyAnswers }: ToldBooking) => isRequest && companyAnswers
function leftToCompany(booking: ToldBooking): string[] {
  if (!booking.isRequest) return ['Den tidigare tiden gäller.']
  if (!mayAnswer(booking)) return ['Tiden som kunden bad om från början är inte bekräftad.']
  return ['Tiden som kunden bad om från början väntar på ert svar.', ...answerBy(booking)]
}
function leftInShort(booking: ToldBooking): string {
  if (!booking.isRequest) return 'Tiden står kvar'
  return mayAnswer(booking) ? 'Väntar på svar' : 'Inte bekräftad'
}

export const movedToMember: Record<Kind, Words> = {
  'time proposed': (booking, { by }) =>
    by === 'company'
      ? {
          subject: `Ny tid föreslagen: ${booking.title} ${proposedBriefly(booking)}`,
          paragraphs: [
            `${booking.companyName} föreslår en ny tid: ${proposed(booking)}.`,
            booking.isRequest
              ? 'Tiden som du bad om är inte bekräftad.'
              : 'Din nuvarande tid gäller tills du har svarat ja.',
            ...tooSoonToCancel(booking),
            ...answerBy(booking),
          ],
          brief: `${booking.companyName} föreslår en ny tid för ${booking.title}: ${proposedBriefly(booking)}.`,
          label: 'Svara på förslaget',
        }
      : null,
  'time accepted': (booking) => ({
    subject: `Ny tid: ${what(booking)}`,
    paragraphs: [
      `${whoComes(booking.place, booking.companyName)} ${spokenMoment(booking.startsAt)}.`,
      ...booking.coming,
      cancelWords(booking),
      ...withdrawalWords(booking),
    ],
    brief: `Ny tid hos ${booking.companyName}: ${what(booking)}.`,
    footnote: 'Har du lagt bokningen i din kalender som en fil behöver du lägga till den igen.',
  }),
  'time refused': (booking, { by }) =>
    by === 'company'
      ? {
          subject: `${booking.isRequest ? 'Den nya tiden passade inte' : 'Tiden står kvar'}: ${what(booking)}`,
          paragraphs: [`Den nya tiden passade inte ${booking.companyName}. ${leftToMember(booking)}`],
          brief: booking.isRequest
            ? `${booking.companyName} har inte svarat än om ${what(booking)}. En annan tid passade inte.`
            : `Tiden står kvar: ${what(booking)} hos ${booking.companyName}.`,
        }
      : null,
  'time taken back': (booking, { by }) =>
    by === 'company'
      ? {
          subject: `Förslaget är taget tillbaka: ${what(booking)}`,
          paragraphs: [`${booking.companyName} har tagit tillbaka sitt förslag om en ny tid. ${leftToMember(booking)}`],
          brief: `${booking.companyName} har tagit tillbaka förslaget om en ny tid för ${what(booking)}.`,
        }
      : null,
}

export const movedToCompany: Record<Kind, Words> = {
  'time proposed': (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Ny tid önskas: ${booking.title} ${proposedBriefly(booking)}`,
          paragraphs: [
            `${person(booking)} önskar en ny tid: ${proposed(booking)}.`,
            booking.isRequest
              ? 'Den första tiden är inte bekräftad.'
              : 'Den nuvarande tiden gäller tills ni har svarat ja.',
            ...answerBy(booking),
          ],
          brief: `Ny tid önskas för ${booking.title}: ${proposedBriefly(booking)}.`,
          label: 'Svara på förslaget',
        }
      : null,
  'time accepted': (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Ny tid: ${what(booking)}`,
          paragraphs: [
            `${person(booking)} har sagt ja till den nya tiden: ${spokenMoment(booking.startsAt)}.`,
            ...booking.coming,
          ],
          brief: `Ny tid godkänd: ${what(booking)}.`,
        }
      : null,
  'time refused': (booking, { by }) =>
    by === 'member'
      ? {
          subject: `${leftInShort(booking)}: ${what(booking)}`,
          paragraphs: [`Den nya tiden passade inte ${booking.memberName ?? 'kunden'}.`, ...leftToCompany(booking)],
          brief: booking.isRequest
            ? `En annan tid passade inte. Förfrågan ${mayAnswer(booking) ? 'väntar på svar' : 'är inte bekräftad'}: ${what(booking)}.`
            : `Tiden står kvar: ${what(booking)}.`,
          ...(mayAnswer(booking) ? { label: 'Svara på förfrågan' } : {}),
        }
      : null,
  'time taken back': (booking, { by }) =>
    by === 'member'
      ? {
          subject: `Förslaget är taget tillbaka: ${what(booking)}`,
          paragraphs: [`${person(booking)} har tagit tillbaka sitt förslag om en ny tid.`, ...leftToCompany(booking)],
          brief: `Förslaget om en ny tid är taget tillbaka: ${what(booking)}.`,
          ...(mayAnswer(booking) ? { label: 'Svara på förfrågan' } : {}),
        }
      : null,
}

import { formatDuration, servicePlaces } from '~/companies/public'
import { formatOre } from '~/shared/money'
import type { Terms } from '../book/seen-terms'
import { answersFor, cancelRule, type Side } from '../booking'
import type { BookingMessage, Links, ToldBooking } from '../booking-letters'
import { shortSpokenMoment } from '../when'
import { rhythmWords, type Weeks } from './rhythm'

/** An event of a series; one letter covers all its bookings. */
export type SeriesEvent =
  | { kind: 'ended'; by: Side; reason: string | null; calledOff: Date[]; left: Date[] }
  /** Ended by the system: the series could not go on and no booking was left. */
  | { kind: 'over' }
  | { kind: 'asked'; terms: Terms }
  | { kind: 'agreed'; terms: Terms; words: string[] }
  | { kind: 'left out'; words: string[] }

export type ToldSeries = Pick<ToldBooking, 'companyName' | 'companyAnswers' | 'memberName' | 'memberAnswers'> & {
  title: string
  weeks: Weeks
}

type Said = { subject: string; paragraphs: string[]; brief: string; label?: string }

const list = new Intl.ListFormat('sv-SE')
const times = (moments: readonly Date[]) => list.format(moments.map(shortSpokenMoment))
const because = (reason: string | null, who: string) => (reason ? [`${who} skriver: ”${reason}”`] : [])

/** The letter to one side about an event, or null when that side need not be told. */
export function seriesLetter(
  side: Side,
  event: SeriesEvent,
  told: ToldSeries,
  links: Links,
): (Omit<BookingMessage, 'kind'> & { kind: `booking series ${SeriesEvent['kind']}` }) | null {
  const said = side === 'member' ? toMember(event, told) : toCompany(event, told)
  if (!said) return null
  const name = side === 'member' ? told.memberName : told.companyName
  const mayLogIn = answersFor(side, told)
  const [page, path] = side === 'member' ? [links.member, links.memberPath] : [links.company, links.companyPath]
  return {
    kind: `booking series ${event.kind}`,
    subject: said.subject,
    letter: {
      greeting: name ? `Hej ${name},` : 'Hej,',
      paragraphs: said.paragraphs,
      facts: [
        { term: 'Tjänst', value: told.title },
        { term: 'Hur ofta', value: rhythmWords(told.weeks) },
        side === 'member'
          ? { term: 'Företag', value: told.companyName }
          : { term: 'Kund', value: told.memberName ?? 'Kontot är borttaget' },
      ],
      ...(mayLogIn ? { action: { label: said.label ?? 'Visa bokningen', url: page } } : {}),
    },
    sms: mayLogIn ? `${said.brief} ${page}` : said.brief,
    push: { title: said.subject, body: said.brief, path },
  }
}

function toMember(event: SeriesEvent, { title, companyName, memberAnswers }: ToldSeries): Said | null {
  switch (event.kind) {
    case 'ended':
      return {
        subject: `Avslutat: ${title} som upprepas`,
        paragraphs: [
          event.by === 'member'
            ? `Du har avslutat det som upprepas hos ${companyName}, och de har fått veta det.`
            : `${companyName} har avslutat det som upprepas.`,
          ...because(event.by === 'company' ? event.reason : null, 'De'),
          event.calledOff.length > 0
            ? `Avbokat, utan kostnad: ${times(event.calledOff)}.`
            : 'Inget bokat blev avbokat.',
          ...stillBooked(event.left),
        ],
        brief: `${title} hos ${companyName} upprepas inte längre.`,
      }
    case 'over':
      return {
        subject: `Slut: ${title} som upprepas`,
        paragraphs: [
          `Det gick inte att boka fler gånger hos ${companyName}, och nu är inget mer bokat. Därför upprepas det inte längre.`,
          ...(memberAnswers ? ['Vill du fortsätta är det bara att boka på nytt.'] : []),
        ],
        brief: `${title} hos ${companyName} upprepas inte längre.`,
      }
    case 'asked':
      return {
        subject: `Vill du fortsätta? ${title} har ändrats`,
        paragraphs: [
          `${companyName} har ändrat villkoren för det som upprepas: ${termsWords('member', event.terms)}`,
          'Det som redan är bokat gäller som förut. Inget nytt bokas förrän du har sagt ja, och utan ditt ja tar det slut efter den sista bokade gången.',
        ],
        brief: `${title} hos ${companyName} har ändrats. Läs och säg om du vill fortsätta.`,
        label: 'Läs och svara',
      }
    case 'agreed':
      return {
        subject: `Det fortsätter: ${title}`,
        paragraphs: [
          `Du har sagt ja till det här hos ${companyName}: ${termsWords('member', event.terms)}`,
          ...event.words,
        ],
        brief: `${title} hos ${companyName} fortsätter.`,
      }
    case 'left out':
      return {
        subject: `Hoppas över: ${title}`,
        paragraphs: [...event.words, `Annars kommer ${companyName} som vanligt.`],
        brief: `En gång hoppas över: ${title} hos ${companyName}.`,
      }
  }
}

function toCompany(event: SeriesEvent, { title, memberName }: ToldSeries): Said | null {
  const person = memberName ?? 'Kunden'
  switch (event.kind) {
    case 'ended':
      return event.by === 'company'
        ? null
        : {
            subject: `Avslutat: ${title} som upprepas`,
            paragraphs: [
              `${person} har avslutat det som upprepas.`,
              ...because(event.reason, person),
              event.calledOff.length > 0
                ? `De här tiderna är fria igen: ${times(event.calledOff)}.`
                : 'Inget bokat blev avbokat.',
              ...stillBooked(event.left),
            ],
            brief: `Avslutat: ${title} som upprepades.`,
          }
    case 'over':
      return {
        subject: `Slut: ${title} som upprepas`,
        paragraphs: [
          `Det gick inte att boka fler gånger för ${person}: tjänsten går inte att boka, eller så fick nya villkor inget ja. Nu är inget mer bokat.`,
        ],
        brief: `Slut: ${title} som upprepades.`,
      }
    case 'agreed':
      return {
        subject: `Det fortsätter: ${title}`,
        paragraphs: [
          `${person} har sagt ja till det som gäller nu: ${termsWords('company', event.terms)}`,
          ...event.words,
        ],
        brief: `${title} fortsätter.`,
      }
    case 'left out':
      return {
        subject: `Hoppas över: ${title}`,
        paragraphs: [...event.words, `Annars är det bokat för ${person} som vanligt.`],
        brief: `En gång hoppas över: ${title}.`,
      }
    case 'asked':
      return null
  }
}

const stillBooked = (left: readonly Date[]) =>
  left.length > 0 ? [`Står kvar, eftersom tiden för att avboka utan kostnad har gått ut: ${times(left)}.`] : []

/** The terms of each time, in words. */
export function termsWords(side: Side, { customerPaysOre, durationMin, freeCancelHours, place }: Terms): string {
  const where = servicePlaces[place][side === 'member' ? 'reader' : 'owner'].toLowerCase()
  const each = `${formatOre(customerPaysOre)} per gång, ${formatDuration(durationMin)}, ${where}.`
  return side === 'member' ? `${each} ${cancelRule(freeCancelHours)}` : each
}

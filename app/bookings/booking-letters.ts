import { href } from 'react-router'
import type { PayWays, ServicePlace } from '~/companies/public'
import type { Ore } from '~/shared/money'
import { answersFor, type Side } from './booking'
import { factsForCompany, factsForMember } from './letter-facts'
import { cancelWords } from './letters/cancel-words'
import { movedToCompany, movedToMember } from './letters/moved-letters'
import { ifOpen, person, what } from './letters/told-words'
import { messageToCompany, messageToMember } from './messages/message-letters'
import { payAhead, paymentToCompany, paymentToMember, payNow } from './paying/payment-letters'
import { spokenMoment } from './when'
import { withdrawalWords, withdrawnToCompany, withdrawnToMember } from './withdrawal-letters'

/** What has happened to a booking or is about to; `by` is the side that did it, where it may be either. */
export type BookingEvent =
  | { kind: 'requested' | 'confirmed' | 'declined' | 'completed' | 'no-show' | 'withdrawn' }
  /** No answer in time; `silent` is the side that owed it. */
  | { kind: 'lapsed'; silent: Side }
  | { kind: 'company reminder' | 'member reminder' }
  | { kind: 'cancelled'; by: Side; late: boolean }
  | { kind: 'time proposed' | 'time accepted' | 'time refused' | 'time taken back'; by: Side }
  | { kind: 'paid' | 'disputed' | 'agreed' | 'left' | 'message'; by: Side }
  | { kind: 'decided' }

/** The shape that the notifications slice takes. */
export type BookingMessage = {
  kind: `booking ${BookingEvent['kind']}`
  subject: string
  letter: {
    greeting: string
    paragraphs: string[]
    facts: { term: string; value: string }[]
    /** Left out, with the footnote, for a side that could not log in to follow it. */
    action?: { label: string; url: string }
    footnote?: string
  }
  sms: string
  push: { title: string; body: string; path: string }
}

/** The facts that letters are made of. Only the texts are made here; notifications chooses the channels. */
export type ToldBooking = {
  id: string
  title: string
  /** For a visit, each service with its time, and its price; else empty. */
  services: readonly { what: string; price: string }[]
  companyName: string
  companyPhone: string
  /** Somebody may act for the company. If not, letters say that it may not come. */
  companyAnswers: boolean
  /** The member may log in. If not, letters say whom to ring. */
  memberAnswers: boolean
  /** Null once the account is deleted. */
  memberName: string | null
  memberEmail: string | null
  startsAt: Date
  endsAt: Date
  customerPaysOre: number
  providerGetsOre: number
  /** The price to pay: lower than `customerPaysOre` after a correction. */
  owedOre: number
  ways: PayWays
  /** The company's Swish number, formatted. */
  swish: string | null
  /** The text of the disputing side, and the administrator's decision. */
  dispute: string | null
  decision: string | null
  isSettled: boolean
  place: ServicePlace
  /** Where the job is done, as each side reads it. */
  where: Record<Side, string>
  phone: string | null
  note: string
  /** The reason given for the end of the booking. */
  reason: string | null
  /** Until when a pending request waits for an answer. */
  lapsesAt: Date
  isRequest: boolean
  freeCancelUntil: Date
  /** When this letter is written: what was free to do may no longer be. */
  at: Date
  proposedAt: Date | null
  /** `since`: the company's yes; `until`: the last day of the withdrawal period. Null without a contract. */
  contract: { since: Date; until: string } | null
  /** What the member agreed to when the job may begin within the withdrawal period. */
  earlyStart: { words: string; at: Date } | null
  withdrawal: { at: Date; dueOre: Ore } | null
  /** Sentences about the later times of a series, or about what is left of a visit. */
  coming: readonly string[]
}

/** The links in letters. Those ending in `Path` lack the origin. */
export type Links = { member: string; company: string; book: string; memberPath: string; companyPath: string }

export function linksOf(origin: string, bookingId: string): Links {
  const memberPath = href('/dashboard/customer/bookings/:id', { id: bookingId })
  const companyPath = href('/dashboard/provider/bookings/:id', { id: bookingId })
  return {
    memberPath,
    companyPath,
    member: origin + memberPath,
    company: origin + companyPath,
    book: origin + href('/dashboard/customer/book'),
  }
}

/** The letter to one side, or null when that side needs none, usually because it did the deed itself. */
export function letterTo(side: Side, event: BookingEvent, booking: ToldBooking, links: Links): BookingMessage | null {
  const words = (side === 'member' ? toMember : toCompany)[event.kind]
  const said = words?.(booking, {
    by: 'by' in event ? event.by : 'silent' in event ? event.silent : null,
    late: event.kind === 'cancelled' && event.late,
  })
  if (!said) return null
  const isMember = side === 'member'
  const name = isMember ? booking.memberName : booking.companyName
  const mayLogIn = answersFor(side, booking)
  const page = isMember ? links.member : links.company
  const path = isMember ? links.memberPath : links.companyPath
  const action = said.bookAgain
    ? { label: 'Boka en annan tid', url: links.book }
    : { label: said.label ?? 'Visa bokningen', url: page }
  return {
    kind: `booking ${event.kind}` as const,
    subject: said.subject,
    letter: {
      greeting: name ? `Hej ${name},` : 'Hej,',
      paragraphs: said.paragraphs,
      facts: isMember ? factsForMember(booking, event) : factsForCompany(booking, event),
      ...(mayLogIn ? { action } : {}),
      ...(mayLogIn && said.footnote ? { footnote: said.footnote } : {}),
    },
    sms: mayLogIn ? `${said.brief} ${page}` : said.brief,
    push: { title: said.subject, body: said.brief, path },
  }
}

type Said = {
  subject: string
  paragraphs: string[]
  /** The text of the SMS. No address, phone number or person's name, since it can be read over one's shoulder. */
  brief: string
  label?: string
  bookAgain?: boolean
  footnote?: string
}
type Kind = BookingEvent['kind']
export type Words = (booking: ToldBooking, what: { by: Side | null; late: boolean }) => Said | null

const because = ({ reason }: ToldBooking, who: string) => (reason ? [`${who} skriver: ”${reason}”`] : [])

const toMember: Partial<Record<Kind, Words>> = {
  ...paymentToMember,
  message: messageToMember,
  requested: (booking) => ({
    subject: `Skickad: ${what(booking)}`,
    paragraphs: [
      `Din förfrågan har gått till ${booking.companyName}. Tiden är hållen för dig medan de svarar.`,
      `De har till ${spokenMoment(booking.lapsesAt)} på sig. Du får veta så snart de har svarat, och om ingen gör det.`,
      ...booking.coming,
      payAhead(booking),
    ],
    brief: `Din förfrågan om ${what(booking)} är skickad till ${booking.companyName}.`,
  }),
  confirmed: (booking) => ({
    subject: `Bekräftad: ${what(booking)}`,
    paragraphs: [
      `${booking.companyName} har bekräftat din bokning.`,
      ...booking.coming,
      payAhead(booking),
      cancelWords(booking),
      ...withdrawalWords(booking),
    ],
    brief: `${booking.companyName} har bekräftat ${what(booking)}.`,
    footnote: 'På bokningens sida kan du lägga till den i din kalender.',
  }),
  declined: (booking) => ({
    subject: `Det gick inte den här gången: ${what(booking)}`,
    paragraphs: [
      `${booking.companyName} kan tyvärr inte ta din bokning.`,
      ...because(booking, 'De'),
      `Du betalar ingenting.${ifOpen(booking.memberAnswers, ' Kanske finns en annan tid som passar, hos dem eller hos någon annan i kvarteret.')}`,
    ],
    brief: `${booking.companyName} kan tyvärr inte ta ${what(booking)}. Du betalar ingenting.`,
    bookAgain: true,
  }),
  completed: (booking) => ({
    subject: `Genomförd: ${what(booking)}`,
    paragraphs: [
      `${booking.companyName} har markerat din bokning som genomförd. Vi hoppas att allt blev bra.`,
      ...payNow(booking),
      `${ifOpen(booking.memberAnswers, 'Berätta gärna för grannarna hur det gick, med ett betyg på bokningens sida. ')}Stämmer det inte, hör av dig till oss.`,
    ],
    label: 'Betala och sätt betyg',
    brief: `${booking.companyName} har markerat ${what(booking)} som genomförd.`,
  }),
  'no-show': (booking) => ({
    subject: `Ingen var där: ${what(booking)}`,
    paragraphs: [
      `${booking.companyName} har skrivit att ingen var på plats när det var dags. De kan ta betalt för tiden.`,
      ...because(booking, 'De'),
      'Stämmer det inte, ring dem, eller hör av dig till oss.',
    ],
    brief: `${booking.companyName} har skrivit att ingen var på plats för ${what(booking)}.`,
  }),
  cancelled: (booking, { by, late }) =>
    by === 'company'
      ? {
          subject: `Avbokad av företaget: ${what(booking)}`,
          paragraphs: [
            `${booking.companyName} har tyvärr fått avboka. Du betalar ingenting.`,
            ...because(booking, 'De'),
            ...booking.coming,
            ...(booking.memberAnswers ? ['Vill du ha en ny tid kan du boka om när du vill.'] : []),
          ],
          brief: `${booking.companyName} har avbokat ${what(booking)}. Du betalar ingenting.`,
          bookAgain: true,
        }
      : {
          subject: `Du har avbokat: ${what(booking)}`,
          paragraphs: [
            `Din bokning hos ${booking.companyName} är avbokad, och de har fått veta det.`,
            ...booking.coming,
            late
              ? `Du avbokade efter ${spokenMoment(booking.freeCancelUntil)}, så företaget kan ta betalt för tiden. Det gör de i så fall direkt med dig.`
              : 'Du betalar ingenting.',
          ],
          brief: `Du har avbokat ${what(booking)} hos ${booking.companyName}.`,
        },
  withdrawn: withdrawnToMember,
  ...movedToMember,
  lapsed: (booking, { by }) => ({
    subject: `Inget svar: ${what(booking)}`,
    ...(by === 'member' ? unansweredByMember(booking) : unansweredByCompany(booking)),
    bookAgain: true,
  }),
  'member reminder': (booking) => ({
    subject: `Snart dags: ${what(booking)}`,
    paragraphs: [
      `${howSoon(booking)} din bokning hos ${booking.companyName}.`,
      ...(booking.companyAnswers
        ? [payAhead(booking)]
        : ['De kan inte svara här för tillfället. Räkna inte med tiden förrän du har talat med dem.']),
      cancelWords(booking),
    ],
    brief: booking.companyAnswers
      ? `Påminnelse: ${what(booking)} hos ${booking.companyName}.`
      : `${booking.companyName} kan inte svara här: tala med dem före ${what(booking)}.`,
  }),
}

/** A reminder leaves earlier where cancelling free of charge ends then, and late if the product was down. */
const howSoon = ({ startsAt, at }: ToldBooking) =>
  Math.round((startsAt.getTime() - at.getTime()) / 3_600_000) === 24
    ? 'Nu är det ett dygn kvar till'
    : 'Snart är det dags för'

function unansweredByCompany(booking: ToldBooking) {
  return {
    paragraphs: [
      `${booking.companyName} hann inte svara i tid, så vi har tyvärr tagit bort din förfrågan.`,
      `Du betalar ingenting, och tiden är fri igen.${ifOpen(booking.memberAnswers, ' Kanske passar en annan tid, eller någon annan i kvarteret.')}`,
    ],
    brief: `${booking.companyName} hann inte svara på ${what(booking)}. Förfrågan är borttagen och kostar dig inget.`,
  }
}

/** The company had proposed another time, and the member did not answer it, or could not. */
function unansweredByMember(booking: ToldBooking) {
  if (!booking.memberAnswers) {
    return {
      paragraphs: [
        `${booking.companyName} föreslog en ny tid, men du kunde inte svara. Därför har vi tagit bort din förfrågan.`,
        'Du betalar ingenting.',
      ],
      brief: `Förslaget om ny tid för ${what(booking)} gick ut. Förfrågan är borttagen och kostar dig inget.`,
    }
  }
  return {
    paragraphs: [
      `${booking.companyName} föreslog en ny tid, men fick inget svar av dig i tid. Därför har vi tagit bort din förfrågan.`,
      'Du betalar ingenting. Vill du fortfarande ha hjälp är det bara att boka en ny tid.',
    ],
    brief: `Förslaget om ny tid för ${what(booking)} fick inget svar. Förfrågan är borttagen och kostar dig inget.`,
  }
}

/** In the words of the booking's page, which does not say why either. */
const whyUnanswered = (booking: ToldBooking) =>
  booking.memberAnswers
    ? `${person(booking)} svarade inte på tiden som ni föreslog`
    : `${person(booking)} kan inte svara här just nu, och tiden som ni föreslog har gått ut`

const toCompany: Partial<Record<Kind, Words>> = {
  withdrawn: withdrawnToCompany,
  ...paymentToCompany,
  message: messageToCompany,
  requested: (booking) => ({
    subject: `Ny förfrågan: ${what(booking)}`,
    paragraphs: [
      `${person(booking)} vill boka er. Tiden är hållen tills ni har svarat.`,
      ...booking.coming,
      `Svara senast ${spokenMoment(booking.lapsesAt)}, sedan går förfrågan ut.`,
    ],
    brief: `Ny förfrågan: ${what(booking)}.`,
    label: 'Svara på förfrågan',
  }),
  cancelled: (booking, { by, late }) =>
    by === 'member'
      ? {
          subject: `Avbokad: ${what(booking)}`,
          paragraphs: [
            `${person(booking)} har avbokat. Tiden är fri igen.`,
            ...because(booking, person(booking)),
            ...booking.coming,
            ...(late
              ? [`Det var efter ${spokenMoment(booking.freeCancelUntil)}, så ni får ta betalt för tiden om ni vill.`]
              : []),
          ],
          brief: `Avbokad: ${what(booking)}. Tiden är fri igen.`,
        }
      : null,
  ...movedToCompany,
  'company reminder': (booking) => ({
    subject: `Väntar på svar: ${what(booking)}`,
    paragraphs: [
      `${person(booking)} väntar fortfarande på ert svar.`,
      `Svara senast ${spokenMoment(booking.lapsesAt)}. Sedan går förfrågan ut och tiden blir fri igen.`,
    ],
    brief: `En förfrågan väntar på svar: ${what(booking)}.`,
    label: 'Svara på förfrågan',
  }),
  lapsed: (booking, { by }) => ({
    subject: `Förfrågan gick ut: ${what(booking)}`,
    paragraphs:
      by === 'member'
        ? [`${whyUnanswered(booking)}, så förfrågan är borttagen och tiden är fri igen.`]
        : [
            `Ingen hann svara ${person(booking)} i tid, så förfrågan är borttagen och tiden är fri igen.`,
            ...(booking.companyAnswers
              ? [
                  'Det kan hända den bästa. Hinner ni inte svara en period kan ni pausa en tjänst eller lägga in stängda dagar.',
                ]
              : []),
          ],
    brief: `Förfrågan gick ut utan svar: ${what(booking)}.`,
  }),
}

import { orAnswer } from '~/door/answer.server'
import { answerRefused, formSent } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import type { NotThere, Outcome } from '~/shared/outcome'
import { writeMessage } from '../../messages/write-message.server'
import { agreeOnPayment, disputePayment, sayJobPaid } from '../../paying/say-of-payment.server'
import { agreeToSeries } from '../../repeat/agree-series.server'
import { endSeries } from '../../repeat/end-series.server'
import { answerProposal } from '../answer-proposal.server'
import { confirmBooking, declineBooking } from '../answer-request.server'
import { cancelBooking } from '../cancel-booking.server'
import { proposeTime } from '../propose-time.server'
import { saidAt } from '../said-view'
import { sayDone, sayNoShow, takeBack } from '../say-done.server'
import { withdrawBooking } from '../withdraw-booking.server'

/** The forms on the pages of bookings, by intent. Authorisation is up to the use cases. */
type Values = Record<string, string>
type BookingForm = {
  does(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null> | NotThere>
  says(values: Values): { title: string; message?: string }
  /** The fragment to go to after success; the top of the page if left out. */
  section?(values: Values): string
  /** Its refusals are titled by the use case, whatever the page calls a failure. */
  titlesRefusals?: true
}

const updated = () => ({ title: 'Status uppdaterad' })

/** Either side's statements on the payment; `other` names the side that is told. */
const paymentForms = (other: string): Record<string, BookingForm> => ({
  'say-paid': {
    does: sayJobPaid,
    says: () => ({ title: 'Noterat som betalt', message: `${other} har fått veta det.` }),
  },
  dispute: {
    does: disputePayment,
    says: () => ({ title: 'Vi har fått det', message: `${other} har fått veta det. Vi hör av oss till er båda.` }),
  },
  agree: {
    does: agreeOnPayment,
    says: () => ({ title: 'Ni är överens', message: `${other} har fått veta det.` }),
  },
})

/** Writes a message to the other side, on the booking's own page. */
const write: BookingForm = {
  does: writeMessage,
  says: () => ({ title: 'Meddelandet är skickat' }),
  section: () => 'meddelanden',
  titlesRefusals: true,
}

/** Ends a series, by either side; `other` names the side that is told. */
const endingForm = (other: string): BookingForm => ({
  does: endSeries,
  says: () => ({ title: 'Det upprepas inte längre', message: `${other} har fått veta det.` }),
})

/** Deeds that take effect a minute later. Goes to the card where they can be undone. */
const said = (does: BookingForm['does'], message: string): BookingForm => ({
  does,
  says: () => ({ ...updated(), message }),
  section: ({ id = '' }) => saidAt(id),
})

/** Notices are worded as in the specification. */
export const companyForms: Record<string, BookingForm> = {
  ...paymentForms('Kunden'),
  write,
  confirm: { does: confirmBooking, says: updated },
  decline: { does: declineBooking, says: updated },
  complete: said(sayDone, 'Den räknas som genomförd om en minut.'),
  'no-show': said(sayNoShow, 'Det räknas om en minut att kunden inte kom.'),
  'take-back': {
    does: takeBack,
    says: () => ({ title: 'Ångrat', message: 'Bokningen är bekräftad, som förut.' }),
    section: ({ id = '' }) => saidAt(id),
  },
  cancel: { does: cancelBooking, says: updated },
  answer: { does: answerProposal, says: updated },
  'end-series': endingForm('Kunden'),
  propose: {
    does: proposeTime,
    says: () => ({ title: 'Förslaget är skickat', message: 'Kunden får svara ja eller nej.' }),
  },
}
export const companyFailure = 'Uppdatering misslyckades'

export const memberForms = {
  ...paymentForms('Företaget'),
  write,
  'end-series': endingForm('Företaget'),
  'agree-series': {
    does: agreeToSeries,
    says: () => ({ title: 'Det fortsätter', message: 'Du har fått ett mejl om vad som gäller.' }),
    section: () => 'upprepas',
  },
  cancel: {
    does: cancelBooking,
    says: () => ({ title: 'Bokningen är avbokad', message: 'Företaget har fått veta det.' }),
  },
  withdraw: {
    does: withdrawBooking,
    says: () => ({ title: 'Avtalet är ångrat', message: 'Du har fått en bekräftelse med mejl.' }),
  },
  answer: {
    does: answerProposal,
    says: ({ answer }: Values) =>
      answer === 'yes'
        ? { title: 'Ny tid bokad', message: 'Företaget har fått veta det.' }
        : { title: 'Tiden står kvar', message: 'Företaget har fått veta det.' },
  },
  propose: {
    does: proposeTime,
    says: () => ({ title: 'Förslaget är skickat', message: 'Ingenting ändras förrän företaget har svarat.' }),
  },
} satisfies Record<string, BookingForm>

type Asked = { house: House; signedIn: SignedIn; values: Values }

/**
 * Runs a form and answers. Success redirects with a notice. A refusal that belongs to a field shows the form again with
 * the values posted. Any other refusal redirects with a notice to the page as it is now, since the other side may have
 * acted first.
 */
export async function answerBookingForm(
  forms: Record<string, BookingForm>,
  { house, signedIn, values }: Asked,
  to: string,
  failure?: string,
) {
  const form = formSent(forms, values)
  const done = orAnswer(await form.does(house, signedIn, values))
  const top = `${to}#top`
  if (done.ok)
    return redirectWithNotice(`${to}#${form.section?.(values) ?? 'top'}`, { tone: 'normal', ...form.says(values) })
  const refusal = { ...done, title: form.titlesRefusals ? done.title : (failure ?? done.title) }
  if (Object.keys(done.fields).length > 0) return answerRefused(values, refusal)
  return redirectWithNotice(top, { tone: 'destructive', title: refusal.title, message: refusal.message })
}

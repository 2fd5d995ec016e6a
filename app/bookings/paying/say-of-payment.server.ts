import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import type { NotThere, Outcome } from '~/shared/outcome'
import { actOnPayment } from './act-on-payment.server'
import { endDispute, openDispute, sayPaid } from './job-payment-store.server'

type Values = Record<string, string>
type Said = Promise<Outcome<null> | NotThere>

/** Either side states that the job is paid: `id`. The company's statement prevails; the other side is told. */
export function sayJobPaid(house: House, signedIn: SignedIn, values: Values): Said {
  return actOnPayment(house, signedIn, values.id, {
    deed: 'say paid',
    failure: 'Betalningen är inte noterad',
    isDone: ({ memberSaidAt, companySaidAt, dispute }, by) =>
      (by === 'member' ? memberSaidAt : companySaidAt) !== null && (dispute === null || dispute.ended !== null),
    async write({ db, booking, by, now }) {
      await sayPaid(db, booking.id, by, now)
      await endDispute(db, booking.id, 'agreed', now)
    },
    tells: (by) => ({ kind: 'paid', by }),
  })
}

const failure = 'Det är inte skickat'
const disputeForm = z.object({
  dispute: field
    .text(2000)
    .refine((text) => text.length > 0, 'Skriv vad ni inte är överens om, så att vi kan hjälpa till'),
})

/** Either side opens a dispute: `id`, and `dispute` in their own words. Administrators see it from then on. */
export async function disputePayment(house: House, signedIn: SignedIn, values: Values): Said {
  const form = parseForm(disputeForm, values, failure)
  if (!form.ok) return form
  return actOnPayment(house, signedIn, values.id, {
    deed: 'dispute',
    failure,
    isDone: ({ dispute }, by) => dispute?.by === by && dispute.ended === null,
    write: ({ db, booking, by, now }) => openDispute(db, booking.id, by, form.value.dispute, now),
    tells: (by) => ({ kind: 'disputed', by }),
  })
}

/** The side that opened the dispute withdraws it: `id`. */
export function agreeOnPayment(house: House, signedIn: SignedIn, values: Values): Said {
  return actOnPayment(house, signedIn, values.id, {
    deed: 'agree',
    failure: 'Inget är ändrat',
    isDone: ({ dispute }, by) => dispute?.by === by && dispute.ended === 'agreed',
    write: ({ db, booking, now }) => endDispute(db, booking.id, 'agreed', now),
    tells: (by) => ({ kind: 'agreed', by }),
  })
}

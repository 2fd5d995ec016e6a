import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { formatOre, parseKronor } from '~/shared/money'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking } from '../booking-store.server'
import { tellPages } from '../tell-pages.server'
import { correctedFee } from './job-payment'
import { insertCorrection, readPaymentFacts, writeDecision } from './job-payment-store.server'

const failure = 'Beskedet är inte skickat'

const decisionForm = z.object({
  decision: field.paragraph('Skriv ett besked till båda', 2000),
  price: z
    .string()
    .default('')
    .transform((typed, context) => {
      const ore = parseKronor(typed)
      if (ore === null) context.addIssue('Skriv priset i kronor, till exempel 349 eller 349,50')
      return ore ?? z.NEVER
    }),
  outcome: z.enum(['settled', 'to pay'], { error: 'Välj om något är kvar att betala' }),
})

/**
 * An admin ends a dispute for good. Fields: `id`, a `decision` in words for both sides, the `price` (unchanged, or
 * lower: then the fee is lowered with it, as a credit on the next charge), and the `outcome`: whether that price is
 * settled or still to be paid.
 */
export async function decideDispute(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const id = anId().safeParse(values.id)
  if (!id.success) return notThere
  const form = parseForm(decisionForm, values, failure)
  if (!form.ok) return form
  const { decision, price, outcome } = form.value
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<Booking> | NotThere> => {
    const booking = await lockBooking(db, id.data)
    if (!booking) return notThere
    const { dispute } = await readPaymentFacts(db, booking.id)
    if (dispute?.ended !== null) return refused(failure, { message: 'De är överens, eller så är det redan avgjort.' })
    const { customerPaysOre, feeOre } = booking
    if (price > customerPaysOre) {
      return refused(failure, {
        fields: { price: `De kom överens om ${formatOre(customerPaysOre)}. Det kan bara bli lägre.` },
      })
    }
    const now = house.clock.now()
    const isSettled = outcome === 'settled' || price === 0
    await writeDecision(db, booking.id, { text: decision, isSettled, by: signedIn.person.id }, now)
    if (price < customerPaysOre) {
      const fee = correctedFee({ customerPaysOre, feeOre }, price)
      await insertCorrection(db, booking.id, { customerPaysOre: price, feeOre: fee }, now)
    }
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'decide payment dispute',
      subject: { kind: 'company', id: booking.company.id },
      before: { booking: booking.id, price: customerPaysOre },
      after: { price, outcome, decision },
    })
    await tellOfBooking(db, { origin: house.config.origin, now }, { kind: 'decided' }, booking)
    return accepted(booking)
  })
  if (!done.ok) return done
  tellPages(house, done.value)
  house.live.tell({ to: ['admin'], about: 'bookings' })
  return accepted(null)
}

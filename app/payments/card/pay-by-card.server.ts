import { href } from 'react-router'
import { readContact } from '~/accounts/public.server'
import { readCompanyContact } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Cards } from '~/platform/payments/cards.server'
import { anId } from '~/shared/id'
import {
  accepted,
  isDeadEnd,
  type NotAsked,
  type NotThere,
  notAsked,
  notThere,
  type Outcome,
  refused,
} from '~/shared/outcome'
import { dayOf, daysAfter } from '~/shared/time'
import { chargeKinds } from '../charge'
import { findOwnCharge } from '../own-charge.server'
import { requirePayer } from '../payer.server'
import { type CardOwner, insertCheckout, insertCustomer, readCustomer, readLiveSubscription } from './card-store.server'
import { monthlyPrice } from './hear-card-event.server'

const failure = 'Det går inte att betala med kort just nu'
const tryLater = refused(failure, { message: 'Ingenting är draget. Försök igen om en stund, eller betala med Swish.' })
// Nothing was to be paid, and there may be nothing to pay by Swish.
const noPortal = refused('Det går inte att hantera kortet just nu', {
  message: 'Ingenting är ändrat. Försök igen om en stund.',
})

const keyForm = anId()

/** A member or a company, for a charge of their own: opens a checkout at the card provider. */
export async function payChargeByCard(
  house: House,
  signedIn: SignedIn,
  chargeId: string,
  values: Record<string, string>,
): Promise<Outcome<{ url: string }> | NotThere | NotAsked> {
  const own = await findOwnCharge(house, signedIn, chargeId)
  if (isDeadEnd(own)) return own
  const { charge, owner } = own
  const { cards } = house
  if (!cards) return notThere
  const key = keyForm.safeParse(values.key)
  if (!key.success) return notAsked
  if (charge.status !== 'open') return refused('Den är redan klar', { message: 'Det finns inget kvar att betala här.' })
  const customerId = await customerOf(house, cards, owner)
  if (customerId === null) return tryLater
  if (isDeadEnd(customerId)) return customerId
  const back = house.config.origin + href('/dashboard/pay/:id', { id: chargeId })
  const opened = await cards.till.checkout({
    key: key.data,
    customerId,
    text: `${chargeKinds[charge.kind].label}, ${charge.reference}`,
    amount: charge.gross,
    every: 'once',
    doneAt: `${back}?kort=klar`,
    cancelledAt: back,
  })
  if (opened.kind !== 'done') return tryLater
  await insertCheckout(house.db, { id: opened.value.id, customerId, chargeId, amount: charge.gross }, house.clock.now())
  return accepted({ url: opened.value.url })
}

/**
 * A member, or a company for its base package: opens a checkout for a subscription, which draws monthly from the end of
 * the covered time.
 */
export async function subscribeByCard(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ url: string }> | NotThere | NotAsked> {
  const owner = await requirePayer(house.db, signedIn)
  const { cards } = house
  if (!cards) return notThere
  const key = keyForm.safeParse(values.key)
  if (!key.success) return notAsked
  if (await readLiveSubscription(house.db, owner)) {
    return refused('Ditt kort är redan inlagt', { message: 'Du byter eller tar bort det under Hantera kortet.' })
  }
  const customerId = await customerOf(house, cards, owner)
  if (customerId === null) return tryLater
  if (isDeadEnd(customerId)) return customerId
  const amount = monthlyPrice(owner)
  const page = owner.memberId ? href('/dashboard/customer/membership') : href('/dashboard/provider/package')
  const back = house.config.origin + page
  const opened = await cards.till.checkout({
    key: key.data,
    customerId,
    text: owner.memberId ? 'Medlemskap, varje månad' : 'Bas, varje månad',
    amount,
    every: { month: true, from: await firstChargeAt(house, owner) },
    doneAt: `${back}?kort=klar`,
    cancelledAt: back,
  })
  if (opened.kind !== 'done') return tryLater
  await insertCheckout(house.db, { id: opened.value.id, customerId, chargeId: null, amount }, house.clock.now())
  return accepted({ url: opened.value.url })
}

/** A payer with a card: opens the provider's page for changing it. */
export async function openCardPortal(house: House, signedIn: SignedIn): Promise<Outcome<{ url: string }> | NotThere> {
  const owner = await requirePayer(house.db, signedIn)
  const { cards } = house
  if (!cards) return notThere
  const customerId = await readCustomer(house.db, owner)
  if (customerId === null) return notThere
  const page = owner.memberId ? href('/dashboard/customer/membership') : href('/dashboard/provider/package')
  const opened = await cards.till.portal(customerId, house.config.origin + page)
  return opened.kind === 'done' ? accepted(opened.value) : noPortal
}

/**
 * The owner's customer id, registered at the provider if there is none. It is stored before anything can be paid under
 * it. Null if the provider does not answer.
 */
async function customerOf({ db, clock }: House, { till }: Cards, owner: CardOwner): Promise<string | NotThere | null> {
  const known = await readCustomer(db, owner)
  if (known) return known
  const contact = owner.memberId
    ? await readContact(db, owner.memberId)
    : await readCompanyContact(db, owner.companyId ?? '')
  if (!contact) return notThere
  const id = owner.memberId ?? owner.companyId ?? ''
  const registered = await till.register({ id, name: contact.name, email: contact.email })
  if (registered.kind !== 'done') return null
  await insertCustomer(db, registered.value.customerId, owner, clock.now())
  return registered.value.customerId
}

/** The provider accepts no first charge less than two days ahead. Null then: it draws at once, for the coming month. */
async function firstChargeAt({ db, clock, above }: House, owner: CardOwner): Promise<Date | null> {
  const now = clock.now()
  const day = owner.memberId ? await above.readMonthToAsk(db, owner.memberId, now) : null
  if (day === null || day <= daysAfter(dayOf(now), 2)) return null
  return new Date(`${day}T12:00:00Z`)
}

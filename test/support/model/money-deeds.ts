import { randomUUID } from 'node:crypto'
import { saveProfile } from '~/accounts/profile/save-profile.server'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { answerProposal } from '~/bookings/change/answer-proposal.server'
import { confirmBooking, declineBooking } from '~/bookings/change/answer-request.server'
import { cancelBooking } from '~/bookings/change/cancel-booking.server'
import { proposeTime } from '~/bookings/change/propose-time.server'
import { sayDone, sayNoShow, takeBack } from '~/bookings/change/say-done.server'
import { withdrawBooking } from '~/bookings/change/withdraw-booking.server'
import { leaveMembership, returnToMembership, stayMember, withdraw } from '~/membership/course/change-course.server'
import { giveFreeMonths } from '~/membership/public.server'
import { bookBankFile, importBankFile } from '~/payments/bank/import-bank-file.server'
import { payChargeByCard, subscribeByCard } from '~/payments/card/pay-by-card.server'
import { markPaid } from '~/payments/desk/mark-paid.server'
import { markPaidOut } from '~/payments/desk/mark-paid-out.server'
import { blockPerson, unblockPerson } from '~/people/block-person.server'
import { changeRole } from '~/people/role/change-role.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { monthOf, nextMonths } from '~/shared/month'
import { isDeadEnd, type NotAsked, type NotThere, type Outcome } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import type { MemberStatus } from '~/shared/role'
import { dayOf } from '~/shared/time'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { bookingValues, seenOf } from '../bookings'
import { openChargesOf } from '../money'
import { enter, PASSWORD, type Resident } from '../people'
import { seasonForm, sponsorForm } from '../sponsorship'
import { sessionIn } from '../till'
import type { BookingDeedName, Deed, Side } from './money-story'
import {
  another,
  carryOut,
  closed,
  type Firm,
  hear,
  type Member,
  mayAct,
  note,
  oneOf,
  open,
  putIn,
  type World,
  wait,
} from './money-world'

/** Carries out one deed as its page does. A refusal is fine; only an exception fails the test. */
export async function happen(world: World, deed: Deed): Promise<void> {
  const { house } = world
  switch (deed.do) {
    case 'wait':
      return wait(world, deed.days)
    case 'carry out':
      return carryOut(world)
    case 'provider':
      world.isProviderWell = deed.isWell
      return world.stripe.breakDown(!deed.isWell)
    case 'subscribe': {
      const person = payerOf(world, deed.side, deed.who)
      if (person) await opened(world, 'month', await subscribeByCard(house, person, { key: randomUUID() }))
      return
    }
    case 'open checkout':
      return openCheckout(world, deed)
    case 'fill in':
      return fillIn(world, deed.which)
    case 'bank of card': {
      const card = oneOf(world.subscriptions, deed.which)
      if (card) card.refusesNext = deed.saysNo
      return
    }
    case 'hear':
      return hearSome(world, deed)
    case 'bank':
      return payByBank(world, deed)
    case 'tick off': {
      const charge = await anyCharge(world, deed.which)
      if (!charge) return
      const rest = deed.withRest ? await openWith(world, charge) : []
      const charges = [...new Set([charge.id, ...rest])].join(',')
      await markPaid(house, world.admin.signedIn, { charges })
      return
    }
    case 'pay out': {
      const owed = await house.db.selectFrom('refunds').select('id').orderBy('created_at').orderBy('id').execute()
      const refund = oneOf(owed, deed.which)
      if (refund) await markPaidOut(house, world.admin.signedIn, { refund: refund.id })
      return
    }
    case 'sponsor':
    case 'season':
      return apply(world, deed)
    case 'release':
      return release(world, deed)
    case 'close': {
      const firm = oneOf(world.firms, deed.who)
      if (firm && mayAct(firm)) firm.isGone = await leaveForGood(world, firm.owner)
      return
    }
    case 'block':
    case 'unblock':
    case 'appoint':
    case 'dismiss':
      return shutOut(world, deed)
    case 'book':
      return book(world, deed)
    case 'leave':
    case 'stay':
    case 'withdraw':
    case 'return':
    case 'move':
    case 'give':
    case 'take back':
    case 'delete': {
      const member = oneOf(world.members, deed.who)
      if (member && mayAct(member)) await memberDeeds[deed.do](world, member)
      return
    }
    default:
      return actOnBooking(world, deed)
  }
}

const memberDeeds: Record<MemberDeed, (world: World, member: Member) => Promise<unknown>> = {
  leave: ({ house }, member) => leaveMembership(house, as(member), { sure: 'on' }),
  stay: ({ house }, member) => stayMember(house, as(member)),
  withdraw: ({ house }, member) => withdraw(house, as(member), { sure: 'on' }),
  return: ({ house }, member) => returnToMembership(house, as(member)),
  async move({ house }, member) {
    const { visitor, signedIn } = member.person
    const postcode = member.postcode === closed ? open[0] : closed
    const { name, phone } = signedIn.person
    await saveProfile(house, visitor, signedIn, { name, phone: phone ? formatPhone(phone) : '', postcode })
    member.postcode = postcode
  },
  async give({ house }, { id }) {
    const given = { months: 1, source: 'points' as const, key: randomUUID(), now: house.clock.now() }
    await house.db.transaction().execute((db) => giveFreeMonths(db, id, given))
  },
  'take back': ({ house }, { id }) =>
    house.db.transaction().execute((db) => house.above.takeBackBoughtMonth({ ...house, db }, id)),
  async delete(world, member) {
    member.isGone = await leaveForGood(world, member.person)
  },
}
type MemberDeed = 'leave' | 'stay' | 'withdraw' | 'return' | 'move' | 'give' | 'take back' | 'delete'

function as({ person: { signedIn }, postcode }: Member): SignedIn {
  return { ...signedIn, person: { ...signedIn.person, postcode } }
}

async function leaveForGood({ house }: World, { email }: Resident): Promise<boolean> {
  // Logs in anew, since the session may be too old for deleting the account.
  const { headers } = await house.visitor()
  const answer = await house.auth.sessions.signIn(headers, email, PASSWORD)
  const { visitor, signedIn } = await enter(house, answer.kind === 'signed in' ? answer.cookies : [])
  return (await deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' })).ok
}

function payerOf({ members, firms }: World, side: Side, who: number): SignedIn | null {
  if (side === 'company') {
    const firm = oneOf(firms, who)
    return firm && mayAct(firm) ? firm.owner.signedIn : null
  }
  const member = oneOf(members, who)
  return member && mayAct(member) ? as(member) : null
}

async function opened(world: World, every: 'once' | 'month', answer: Outcome<{ url: string }> | NotThere | NotAsked) {
  if (!isDeadEnd(answer) && answer.ok) world.checkouts.push({ id: sessionIn(answer.value.url), every })
}

async function openCheckout(world: World, { side, which }: Extract<Deed, { do: 'open checkout' }>) {
  const charges = await world.house.db
    .selectFrom('charges')
    .select(['id', 'member_id', 'company_id'])
    .where('status', '=', 'open')
    .where(side === 'member' ? 'member_id' : 'company_id', 'is not', null)
    .orderBy('reference')
    .execute()
  const charge = oneOf(charges, which)
  const payer = charge?.member_id
    ? world.members.find(({ id }) => id === charge.member_id)
    : world.firms.find(({ companyId }) => companyId === charge?.company_id)
  if (!charge || !payer || !mayAct(payer)) return
  const { signedIn } = 'owner' in payer ? payer.owner : payer.person
  await opened(world, 'once', await payChargeByCard(world.house, signedIn, charge.id, { key: randomUUID() }))
}

/** A checkout page stays open for a day, whatever happens meanwhile. One that has been paid cannot be paid again. */
function fillIn(world: World, which: number) {
  const checkout = oneOf(world.checkouts, which)
  if (!checkout || world.stripe.things.get(checkout.id)?.payment_status !== 'unpaid') return
  if (checkout.every === 'month') return putIn(world, checkout.id)
  world.stripe.pay(checkout.id)
  note(world, 'checkout.session.completed', { id: checkout.id })
}

async function hearSome(world: World, { which, as: how }: Extract<Deed, { do: 'hear' }>) {
  const event = oneOf(
    world.events.filter(({ wasHeard }) => wasHeard === (how !== 'new')),
    which,
  )
  if (event) await hear(world, event, how === 'another name' ? another(event.id) : event.id)
}

/** Any charge, open, paid or struck: whoever has its number can pay it. */
async function anyCharge({ house }: World, which: number) {
  const charges = await house.db
    .selectFrom('charges')
    .select(['id', 'reference', 'gross_cents', 'member_id as memberId', 'company_id as companyId'])
    .orderBy('reference', 'desc')
    .execute()
  return oneOf(charges, which)
}

/** The payer's open charges; none if the payer has left and is no longer known. */
async function openWith(
  { house }: World,
  { memberId, companyId }: { memberId: string | null; companyId: string | null },
) {
  const payer = memberId !== null ? { memberId } : companyId !== null ? { companyId } : null
  if (payer === null) return []
  return (await openChargesOf(house.db, payer)).map(({ id }) => id)
}

async function payByBank(world: World, { which, times, wrongBy }: Extract<Deed, { do: 'bank' }>) {
  const { house, admin } = world
  const charge = await anyCharge(world, which)
  if (!charge) return
  const sum = ((charge.gross_cents + wrongBy) / 100).toFixed(2).replace('.', ',')
  const row = `${dayOf(house.clock.now())};${sum};Swish ${charge.reference}`
  const form = new FormData()
  const text = [
    'Bokföringsdag;Belopp;Meddelande',
    ...Array(times).fill(row),
    `${dayOf(house.clock.now())};1,00;${randomUUID()}`,
  ]
  form.set('file', new File([text.join('\n')], 'bank.csv'))
  const imported = await importBankFile(house, admin.signedIn, form)
  if (imported.ok) await bookBankFile(house, admin.signedIn, imported.value.id)
}

async function apply({ house, firms }: World, { do: kind, who, ahead }: Extract<Deed, { ahead: number; who: number }>) {
  const firm = oneOf(firms, who)
  if (!firm || !mayAct(firm)) return
  const months = nextMonths(monthOf(house.clock.now()), 12).slice(ahead)
  if (kind === 'sponsor') await applyAsSponsor(house, firm.owner.signedIn, sponsorForm(months[0] ?? ''))
  else await applyAsSeasonPartner(house, firm.owner.signedIn, seasonForm(months.slice(0, 1 + (ahead % 3))))
}

async function release({ house, firms, admin }: World, { who, which }: Extract<Deed, { do: 'release' }>) {
  const firm = oneOf(firms, who)
  if (!firm) return
  const slots = []
  for (const table of ['sponsor_slots', 'season_slots'] as const) {
    slots.push(
      ...(await house.db
        .selectFrom(table)
        .select('id')
        .where('company_id', '=', firm.companyId)
        .orderBy('month')
        .execute()),
    )
  }
  const slot = oneOf(slots, which)
  if (slot) await releaseSlot(house, admin.signedIn, firm.companyId, { slot: slot.id, reason: 'Så blev det' })
}

async function shutOut(
  { house, admin, members, firms }: World,
  deed: Extract<Deed, { do: 'block' | 'appoint' | 'unblock' | 'dismiss' }>,
) {
  const one = oneOf<Member | Firm>(deed.side === 'member' ? members : firms, deed.who)
  if (!one || one.isGone) return
  const { id } = ('owner' in one ? one.owner : one.person).signedIn.person
  const asked = (values: Record<string, string>) => ({ house, ...admin, values: { ...values, password: PASSWORD } })
  switch (deed.do) {
    case 'block':
      one.isBlocked ||= isDone(await blockPerson(asked({ reason: 'Hot', sure: 'on' }), id))
      return
    case 'unblock':
      if (isDone(await unblockPerson(asked({}), id))) one.isBlocked = false
      return
    case 'appoint':
      one.isAppointed ||= isDone(await changeRole(asked({ role: 'admin', reason: 'Ny kollega' }), id))
      return
    case 'dismiss':
      if (isDone(await changeRole(asked({ role: deed.side, reason: 'Slutar' }), id))) one.isAppointed = false
      return
  }
}

const isDone = (answer: Outcome<unknown> | NotThere) => !isDeadEnd(answer) && answer.ok

async function book(world: World, { who, where, ahead }: Extract<Deed, { do: 'book' }>) {
  const { house, bookings } = world
  const [member, firm] = [oneOf(world.members, who), oneOf(world.firms, where)]
  if (!member || !firm || !mayAct(member)) return
  const { member_status: memberStatus } = await house.db
    .selectFrom('profiles')
    .select('member_status')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const signedIn = as(member)
  const asked = { ...signedIn, person: { ...signedIn.person, memberStatus: memberStatus as MemberStatus } }
  const day = dayOf(new Date(house.clock.now().getTime() + ahead * 86_400_000))
  const seen = seenOf(firm.serviceId, memberStatus === 'trial' || memberStatus === 'active' || memberStatus === 'free')
  const booked = await requestBooking(house, asked, bookingValues(firm.serviceId, day, '10:00', { seen }))
  if (booked.ok) bookings.push(booked.value.id)
}

const bookingForms = {
  confirm: confirmBooking,
  decline: declineBooking,
  complete: sayDone,
  'no-show': sayNoShow,
  'take back done': takeBack,
  cancel: cancelBooking,
  propose: proposeTime,
  accept: answerProposal,
  refuse: answerProposal,
  'withdraw from': withdrawBooking,
} as const satisfies Record<BookingDeedName, unknown>

async function actOnBooking(world: World, { do: deed, which, by }: Extract<Deed, { by: Side }>) {
  const { house } = world
  const id = oneOf(world.bookings, which)
  if (!id) return
  const row = await house.db
    .selectFrom('bookings')
    .select(['customer_id', 'company_id', 'scheduled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const firm: Firm | undefined = world.firms.find(({ companyId }) => companyId === row.company_id)
  const who = by === 'member' ? world.members.find((member) => member.id === row.customer_id) : firm
  if (!who || !mayAct(who)) return
  const signedIn = 'owner' in who ? who.owner.signedIn : as(who)
  const start = new Date(row.scheduled_at.getTime() + 26 * 3_600_000).toISOString()
  const answer = deed === 'accept' ? 'yes' : 'no'
  await bookingForms[deed](house, signedIn, { id, understood: 'on', sure: 'on', early: 'on', start, answer })
}

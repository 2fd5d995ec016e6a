import { randomUUID } from 'node:crypto'
import { insertProfile } from '~/accounts/account-store.server'
import { tendBookings } from '~/bookings/public.server'
import { leaveMembership, returnToMembership, stayMember, withdraw } from '~/membership/course/change-course.server'
import { beginMembership, giveFreeMonths, runMemberships } from '~/membership/public.server'
import { noteMoneyPaidOut } from '~/patrols/patrol-money.server'
import { bookBankFile, importBankFile } from '~/payments/bank/import-bank-file.server'
import { markPaid } from '~/payments/desk/mark-paid.server'
import { readPatrolSums } from '~/payments/patrols/share-store.server'
import { billCompanies, sweepMoney } from '~/payments/public.server'
import { askSwishBack } from '~/payments/swish/ask-swish-back.server'
import { answerInPhonesPlace, payChargeBySwish } from '~/payments/swish/pay-by-swish.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { openLocalSwish } from '~/platform/payments/local-swish.server'
import { monthOf, nextMonths } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { sweepMonths } from '~/sponsorship/public.server'
import { askForFees } from '~/statements/public.server'
import { openPartner } from '../guards'
import type { TestHouse } from '../house'
import { killingDatabase, seededRandom, untilDone } from '../killing'
import { joinAsAdmin } from '../people'
import { companyOf, joinIn, seasonForm, sponsorForm } from '../sponsorship'
import { openForJobs, type Worker, workingLife } from './jobs-year'

/** A neighbourhood's year of money, day by day, with simulated people. */

type Options = { members: number; companies: number; days: number; seed: number; killShare: number }
type Neighbour = { index: number; joinsOn: number; habit: Habit; id: string | null }
type Habit = keyof typeof habits

/** After how many days somebody pays a charge (null: never), and how common the habit is. */
const habits = {
  prompt: { paysAfter: 1, share: 0.5 },
  slow: { paysAfter: 9, share: 0.2 },
  'in the grace': { paysAfter: 16, share: 0.1 },
  never: { paysAfter: null, share: 0.1 },
  fickle: { paysAfter: 3, share: 0.1 },
} as const

export async function liveThroughAYear(house: TestHouse, { members, companies, days, seed, killShare }: Options) {
  const chance = seededRandom(seed)
  const killing = killingDatabase(house.db, killShare, seededRandom(seed + 1))
  const admin = (await joinAsAdmin(house)).signedIn
  const neighbours: Neighbour[] = Array.from({ length: members }, (_, index) => ({
    index,
    joinsOn: Math.floor(chance() * days * 0.97),
    habit: habitOf(chance()),
    id: null,
  }))
  const firms: Omit<Worker, 'serviceId'>[] = []
  for (let index = 0; index < companies; index++) {
    const postcode = String(30_000 + (index % 7))
    const firm = await joinIn(house, postcode)
    firms.push({ signedIn: firm.signedIn, id: (await companyOf(house, firm)).id, postcode })
  }
  house.swish = openLocalSwish(() => house.clock.now())
  const guards = await openPartner(house, { name: 'Vakt AB', postcode: '30000' })
  const mortal: House = { ...house, db: killing.db }
  const work = workingLife(mortal, admin, await openForJobs(house, firms), seededRandom(seed + 2))

  for (let day = 0; day < days; day++) {
    house.clock.forward({ days: 1 })
    for (const neighbour of neighbours.filter(({ joinsOn }) => joinsOn === day))
      neighbour.id = await moveIn(mortal, neighbour)
    for (const chore of [runMemberships, billCompanies, sweepMoney, sweepMonths, tendBookings, askForFees])
      await untilDone(() => chore(mortal))
    await neighboursAct(mortal, admin, neighbours, chance)
    await firmsAct(mortal, admin, firms, chance)
    await work(neighbours.flatMap(({ id, index }) => (id === null ? [] : [{ id, name: nameOf(index) }])))
    await pay(mortal, admin, neighbours, firms, chance)
    if (day % 30 === 15) await payThoseWhoWalk(mortal, admin, guards)
    if (day % 30 === 0) await house.db.deleteFrom('outbox_messages').execute()
  }
  return { killed: killing.killed(), admin, firms }
}

/** Pays out everything that packages have set aside for patrols in the postcode, to the öre. */
async function payThoseWhoWalk(house: House, admin: SignedIn, { id, postcode }: { id: string; postcode: string }) {
  const { ever, paidOut } = await untilDone(() => readPatrolSums(house.db, postcode, monthOf(house.clock.now())))
  if (ever <= paidOut) return
  const today = dayOf(house.clock.now())
  const amount = ((ever - paidOut) / 100).toFixed(2).replace('.', ',')
  const form = { key: randomUUID(), company: id, amount, paidOn: today, reference: `Rond ${today}` }
  await untilDone(() => noteMoneyPaidOut(house, admin, postcode, form))
}

function habitOf(chance: number): Habit {
  let sum = 0
  for (const [habit, { share }] of Object.entries(habits)) {
    sum += share
    if (chance < sum) return habit as Habit
  }
  return 'prompt'
}

const nameOf = (index: number) => `Granne ${index}`

function moveIn(house: House, { index }: Neighbour): Promise<string> {
  const profile = { name: nameOf(index), email: `granne${index}@exempel.se`, phone: null, postcode: '12540' }
  return untilDone(() =>
    house.db.transaction().execute(async (db) => {
      const id = await insertProfile(db, { ...profile, role: 'member', memberStatus: 'trial' }, 'no password')
      await beginMembership({ ...house, db }, id)
      return id
    }),
  )
}

function asMember(admin: SignedIn, { id, index }: Neighbour): SignedIn {
  return { ...admin, person: { ...admin.person, id: id ?? '', role: 'member', name: nameOf(index) } }
}

async function neighboursAct(house: House, admin: SignedIn, neighbours: readonly Neighbour[], chance: () => number) {
  for (const neighbour of neighbours) {
    const { id } = neighbour
    if (id === null) continue
    // Drawn for everybody, so that the random sequence does not depend on simulated kills.
    const [draw, which] = [chance(), chance()]
    const often = neighbour.habit === 'fickle' ? 0.03 : 0.0015
    if (draw >= often) continue
    const signedIn = asMember(admin, neighbour)
    const deeds = [
      () => leaveMembership(house, signedIn, { sure: 'on' }),
      () => stayMember(house, signedIn),
      () => withdraw(house, signedIn, { sure: 'on' }),
      () => returnToMembership(house, signedIn),
      () => {
        const given = {
          months: 1,
          source: 'points' as const,
          key: `${id} ${dayOf(house.clock.now())}`,
          now: house.clock.now(),
        }
        return house.db.transaction().execute((trx) => giveFreeMonths(trx, id, given))
      },
    ]
    const deed = deeds[Math.floor(which * deeds.length)]
    if (deed) await untilDone<unknown>(deed)
  }
}

async function firmsAct(
  house: House,
  admin: SignedIn,
  firms: readonly { signedIn: SignedIn; id: string }[],
  chance: () => number,
) {
  const months = nextMonths(monthOf(house.clock.now()), 12)
  for (const { signedIn, id } of firms) {
    const [draw, which] = [chance(), chance()]
    if (draw >= 0.02) continue
    const month = months[Math.floor(which * 12)] ?? ''
    if (draw < 0.008) await untilDone(() => applyAsSponsor(house, signedIn, sponsorForm(month)))
    else if (draw < 0.015)
      await untilDone(() =>
        applyAsSeasonPartner(house, signedIn, seasonForm(months.slice(0, 1 + Math.floor(which * 3)))),
      )
    else {
      const slots = await untilDone(() =>
        house.db
          .selectFrom('sponsor_slots')
          .select(['id'])
          .where('company_id', '=', id)
          .where('status', 'in', ['reserved', 'active'])
          .orderBy('month')
          .execute(),
      )
      const slot = slots[Math.floor(which * slots.length)]
      if (slot) await untilDone(() => releaseSlot(house, admin, id, { slot: slot.id, reason: 'Ångrade sig' }))
    }
  }
}

/**
 * Members pay by their habits, companies within a week or never; the administrator marks payments or imports a bank
 * file.
 */
async function pay(
  house: House,
  admin: SignedIn,
  neighbours: readonly Neighbour[],
  firms: readonly { id: string; signedIn: SignedIn }[],
  chance: () => number,
) {
  const habitOfId = new Map(neighbours.flatMap(({ id, habit }) => (id === null ? [] : [[id, habit]])))
  const now = house.clock.now().getTime()
  const open = await untilDone(() =>
    house.db
      .selectFrom('charges')
      .select(['id', 'reference', 'gross_cents', 'issued_at', 'member_id', 'company_id'])
      .where('status', '=', 'open')
      .orderBy('issued_at')
      .orderBy('id')
      .execute(),
  )
  const due = open.filter(({ issued_at, member_id, company_id }) => {
    const age = Math.round((now - issued_at.getTime()) / 86_400_000)
    // Every seventh company never pays.
    if (company_id) return firms.findIndex(({ id }) => id === company_id) % 7 !== 6 && age >= 6
    const after = habits[habitOfId.get(member_id ?? '') ?? 'never'].paysAfter
    return after !== null && age >= after
  })
  if (due.length === 0) return
  for (const { id, company_id } of due) {
    const firm = firms.findIndex((one) => one.id === company_id)
    const signedIn = firms[firm]?.signedIn
    if (signedIn && firm % 3 === 1) await payBySwish(house, admin, signedIn, id)
  }
  // Includes what was paid by Swish: marking it again is a no-op.
  if (chance() < 0.5) {
    for (let start = 0; start < due.length; start += 150) {
      const charges = due
        .slice(start, start + 150)
        .map(({ id }) => id)
        .join(',')
      await untilDone(() => markPaid(house, admin, { charges }))
    }
    return
  }
  const lines = due.map(
    ({ reference, gross_cents }) =>
      `${dayOf(new Date(now))};${(gross_cents / 100).toFixed(2).replace('.', ',')};Swish ${reference}`,
  )
  const text = [
    'Bokföringsdag;Belopp;Meddelande',
    ...lines,
    `${dayOf(new Date(now))};100,00;Tack för senast ${randomUUID()}`,
  ].join('\n')
  const form = new FormData()
  form.set('file', new File([text], 'bank.csv'))
  const imported = await untilDone(() => importBankFile(house, admin, form))
  if (imported.ok) await untilDone(() => bookBankFile(house, admin, imported.value.id))
}

/**
 * The payer confirms in the phone. If the product was killed before it asked Swish, the charge is marked as paid
 * instead, at the same place in the order: earlier payments decide how later ones are treated.
 */
async function payBySwish(house: House, admin: SignedIn, signedIn: SignedIn, chargeId: string) {
  await untilDone(() => payChargeBySwish(house, signedIn, chargeId, { intent: 'swish' }))
  await untilDone(() => answerInPhonesPlace(house, signedIn, chargeId, { says: 'yes' }))
  await untilDone(() => askSwishBack(house))
  await untilDone(() => markPaid(house, admin, { charges: chargeId }))
}

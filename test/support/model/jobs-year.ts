import { randomUUID } from 'node:crypto'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { confirmBooking } from '~/bookings/change/answer-request.server'
import { cancelBooking } from '~/bookings/change/cancel-booking.server'
import { withdrawBooking } from '~/bookings/change/withdraw-booking.server'
import { decideDispute } from '~/bookings/paying/decide-dispute.server'
import { disputePayment, sayJobPaid } from '~/bookings/paying/say-of-payment.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isDeadEnd } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { addOpeningHours, addService, bookingValues, seenOf } from '../bookings'
import { sayDoneAndWait, sayNoShowAndWait } from '../crowds/said'
import type { TestHouse } from '../house'
import { untilDone } from '../killing'

/** A year of jobs: requested, confirmed, done or not, paid or disputed. Their fees are charged by the product. */

export type Worker = { signedIn: SignedIn; id: string; postcode: string; serviceId: string }
type Job = { id: string; worker: Worker; customer: SignedIn; fate: number; dueIn: number }

export async function openForJobs(house: TestHouse, firms: readonly Omit<Worker, 'serviceId'>[]): Promise<Worker[]> {
  const workers: Worker[] = []
  for (const [index, firm] of firms.entries()) {
    await addOpeningHours(house, firm.id, ['08:00', '18:00'])
    workers.push({
      ...firm,
      serviceId: await addService(house, firm.id, { base_price_cents: 349_90 + index * 100_33 }),
    })
  }
  return workers
}

/**
 * What happens to a job on its day, by its random number. All others are completed, and both sides say that they are
 * paid.
 */
const fates: { below: number; does(house: House, admin: SignedIn, job: Job): Promise<unknown> }[] = [
  { below: 0.08, does: (house, _, { id, customer }) => untilDone(() => cancelBooking(house, customer, { id })) },
  {
    below: 0.14,
    does: (house, _, { id, customer }) => untilDone(() => withdrawBooking(house, customer, { id, sure: 'on' })),
  },
  {
    below: 0.2,
    does: (house, _, { id, worker }) =>
      untilDone(() => sayNoShowAndWait(house, worker.signedIn, { id, understood: 'on' })),
  },
  { below: 0.35, does: argue },
  { below: 1, does: finish },
]

async function finish(house: House, _: SignedIn, { id, worker, customer }: Job) {
  await untilDone(() => sayDoneAndWait(house, worker.signedIn, { id, understood: 'on' }))
  for (const who of [customer, worker.signedIn]) await untilDone(() => sayJobPaid(house, who, { id }))
}

async function argue(house: House, admin: SignedIn, job: Job) {
  const { id, customer, fate } = job
  await untilDone(() => sayDoneAndWait(house, job.worker.signedIn, { id, understood: 'on' }))
  await untilDone(() => disputePayment(house, customer, { id, dispute: 'Halva jobbet blev inte gjort.' }))
  // From zero up to the agreed price.
  const price = String(Math.floor((fate - 0.2) * 2000))
  await untilDone(() => decideDispute(house, admin, { id, decision: 'Så här blir det.', price, outcome: 'to pay' }))
}

/** Keeps booked jobs until their day, and books some new ones each day for two days later. */
export function workingLife(house: House, admin: SignedIn, workers: readonly Worker[], chance: () => number) {
  let jobs: Job[] = []
  return async (customers: readonly { id: string; name: string }[]) => {
    for (const job of jobs.filter(({ dueIn }) => dueIn === 0)) {
      await fates.find(({ below }) => job.fate < below)?.does(house, admin, job)
    }
    jobs = jobs.flatMap((job) => (job.dueIn > 0 ? [{ ...job, dueIn: job.dueIn - 1 }] : []))
    for (const worker of workers) {
      const [draw, whose, fate] = [chance(), chance(), chance()]
      const who = customers[Math.floor(whose * customers.length)]
      if (draw >= 0.025 || !who) continue
      const person = {
        ...admin.person,
        ...who,
        role: 'member' as const,
        postcode: worker.postcode,
        memberStatus: 'active' as const,
      }
      const customer = { ...admin, person }
      const day = dayOf(new Date(house.clock.now().getTime() + 2 * 86_400_000))
      const seen = seenOf(worker.serviceId)
      const values = bookingValues(worker.serviceId, day, '10:00', { seen, key: randomUUID() })
      const booked = await untilDone(() => requestBooking(house, customer, values))
      if (!booked.ok) continue
      const { id } = booked.value
      const said = await untilDone(() => confirmBooking(house, worker.signedIn, { id }))
      if (!isDeadEnd(said)) jobs.push({ id, worker, customer, fate, dueIn: fate < 0.14 ? 0 : 2 })
    }
  }
}

import { sendDueAccountMail } from '~/accounts/public.server'
import { countSaid, tendWaits } from '~/bookings/public.server'
import { layOutBroadcasts } from '~/broadcasts/public.server'
import { runBulk } from '~/bulk/public.server'
import { companyBulk } from '~/company-desk/public.server'
import { openCarrier } from '~/integrations/public.server'
import { sendDueMail, sendDuePush, sendDueSms } from '~/notifications/public.server'
import { askSwishBack, carryOutCardOrders } from '~/payments/public.server'
import { peopleBulk } from '~/people/public.server'
import type { House, WakeWork } from '~/platform/house.server'
import { startWork } from '~/platform/work/work-loop.server'
import { channels } from '~/shared/channel'

/** Milliseconds between sweeps: how long work can lie if its wake-up was lost, or the process that had it died. */
const sweepMs = 1_000

/** Each channel is a separate queue, so that a slow provider delays no other. */
type Work = Exclude<WakeWork, 'messages' | 'alarms'> | 'what was said of jobs'

export type Worker = { wake(work: Work | 'messages'): void; stop(): Promise<void> }

/** Background work that commits leave behind, by what wakes it. */
export function startWorker(house: () => House): Worker {
  const carrier = openCarrier(house)
  const { wake, stop } = startWork<Work>(
    house,
    {
      mail: () => sendDueMail(house()),
      'bulk work': () => runBulk(house(), [peopleBulk, companyBulk]),
      sms: () => sendDueSms(house()),
      push: () => sendDuePush(house()),
      cards: () => carryOutCardOrders(house()),
      swish: () => askSwishBack(house()),
      broadcasts: () => layOutBroadcasts(house()),
      'account mail': () => sendDueAccountMail(house()),
      webhooks: carrier.carryDue,
      'waiting list': () => tendWaits(house()),
      // Becomes due by time and not by a commit, so the sweep finds it, at most a second late.
      'what was said of jobs': () => countSaid(house()),
    },
    sweepMs,
  )
  return {
    wake(work) {
      for (const one of work === 'messages' ? channels : [work]) wake(one)
    },
    async stop() {
      await stop()
      await carrier.idle()
    },
  }
}

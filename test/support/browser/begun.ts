import { expect } from '@playwright/test'
import { soon } from '../pace/soon'
import { ask, change } from './alarm-people'

/**
 * Moves a member's confirmed bookings into the past: a job can be completed from its start on (docs/decisions/0132),
 * and no journey waits for that. Moved by whole weeks, so that distances stay: by default by a year less a day, where
 * the demo has nothing; fewer weeks keep the member within the time for a review.
 */
export async function letBegin(member: string, weeks = 52) {
  await change(
    `update bookings set scheduled_at = scheduled_at - $2::interval, ends_at = ends_at - $2::interval,
       busy_until = busy_until - $2::interval, lapses_at = lapses_at - $2::interval
     from profiles where profiles.id = customer_id and full_name = $1 and status = 'confirmed'`,
    [member, `${weeks * 7 * 24} hours`],
  )
}

/** Ends the minute in which a company can take back what it said of a job, and waits until it has counted. */
export async function letCount(member: string) {
  const ofTheirs = 'customer_id = (select id from profiles where full_name = $1) and said is not null'
  await change(`update bookings set said_at = said_at - interval '1 minute' where ${ofTheirs}`, [member])
  await expect.poll(() => ask(`select from bookings where ${ofTheirs}`, [member]), soon).toEqual([])
}

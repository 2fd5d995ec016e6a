import { change } from './alarm-people'

/**
 * The confirmed bookings of a member begin: a job is done from its start on (docs/decisions/0132), and no journey waits
 * until then. They are moved as two who agree may move them, by the same year less a day, so that what was apart stays
 * apart, and at a time at which the demo has nothing.
 */
export async function letBegin(member: string) {
  await change(
    `update bookings set scheduled_at = scheduled_at - $2::interval, ends_at = ends_at - $2::interval,
       busy_until = busy_until - $2::interval, lapses_at = lapses_at - $2::interval
     from profiles where profiles.id = customer_id and full_name = $1 and status = 'confirmed'`,
    [member, '8736 hours'],
  )
}

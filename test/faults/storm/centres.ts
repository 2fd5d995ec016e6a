import { openKeys } from '~/platform/keys.server'
import { type CentreReceiver, startCentre } from '../../support/counterparts/centre-receiver'
import { secrets, type World } from './world'

const key = '000102030405060708090A0B0C0D0E0F'

/**
 * One simulated alarm receiving centre for all guard companies, with an account for each. Their owners have no phone
 * and no verified address, so that only the centre's signals reach them.
 */
export async function nameCentre({ pool }: World): Promise<CentreReceiver> {
  const receiver = await startCentre({ key: Buffer.from(key, 'hex') })
  await pool.query(
    `with owner as (
       insert into profiles (full_name, email, user_role)
       select 'Ägare', 'agare-' || id || '@exempel.se', 'company' from companies where owner_id is null returning id, email)
     update companies set owner_id = owner.id from owner where owner.email = 'agare-' || companies.id || '@exempel.se'`,
  )
  await pool.query(
    `insert into alarm_centres (company_id, name, host, port, account, receiver, line, format, sealed_key, poll_s,
       next_poll_at, changed_at)
     select id, 'Larm AB', '127.0.0.1', $1, upper(substr(replace(id::text, '-', ''), 17, 16)), '0', '0', 'SIA-DCS', $2, 90, now(), now()
     from companies`,
    [receiver.port, openKeys([secrets.auth]).seal('centre key', key)],
  )
  return receiver
}

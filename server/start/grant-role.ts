import { lockPerson, readByAddress, revokeEverything } from '~/accounts/public.server'
import { type Bound, enterRole, leaveRole } from '~/people/public.server'
import { systemClock } from '~/platform/clock.server'
import { ConfigError } from '~/platform/config.server'
import { openDatabase } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { type Role, roles } from '~/shared/role'
import { formatDay } from '~/shared/time'
import { above } from '~/shell/public.server'
import { loadConfig, openStorage } from './open-storage'

type Granting = { email: string; role: string; isVouchedFor: boolean }

/**
 * `npm run admin -- grant mail@example.se [role] [--vouch]`: no login is asked for, since only the operator has the
 * machine.
 */
export async function grantRole(granting: Granting): Promise<string> {
  const loaded = loadConfig()
  const storage = await openStorage(loaded, 'borrow', () => {})
  const db = openDatabase(storage.pool)
  try {
    return await grantIn({ db, config: loaded.config, clock: systemClock }, granting)
  } finally {
    await db.destroy()
    await storage.close()
  }
}

type Ports = Pick<House, 'db' | 'config' | 'clock'>

/** The role goes to whoever reads mail at the address, so the address must be verified or explicitly vouched for. */
export async function grantIn(ports: Ports, { email, role, isVouchedFor }: Granting): Promise<string> {
  if (!roles.includes(role as Role)) throw new ConfigError(`The role is one of ${roles.join(', ')}, not ${role}.`)
  return ports.db.transaction().execute(async (db) => {
    const found = await readByAddress(db, email.trim().toLowerCase())
    const person = found && (await lockPerson(db, found.id))
    if (!person) throw new ConfigError(`Nobody has an account with the address ${email}.`)
    const since = `the account is from ${formatDay(found.joinedAt)}`
    if (role !== 'member' && !person.emailVerified && !isVouchedFor) {
      throw new ConfigError(
        `${email} has not confirmed the address (${since}), so the account may be somebody else's. Let them follow the link in the mail 'Bekräfta din e-postadress' first (Mitt konto sends it again), or add --vouch if you know that it is theirs.`,
      )
    }
    const bound = person.role === role ? null : await leaveRole(db, person, ports.clock.now())
    if (bound) throw new ConfigError(whyBound(email, bound))
    if (person.role === role) await revokeEverything({ ...ports, db, above }, person.id)
    else await enterRole({ ...ports, db, above }, person, role as Role)
    return `${email} is now ${role} (${since}), and logged out everywhere.`
  })
}

function whyBound(email: string, { by }: Bound): string {
  if (by === 'alarm or walk') {
    return `${email} has an alarm or a walk home that is open. Grant the role when it is over.`
  }
  const who = by === 'own bookings' ? email : `The company of ${email}`
  return `${who} has bookings ahead. Grant the role when they are done or cancelled.`
}

import { updateRole } from '~/accounts/public.server'
import { ConfigError } from '~/platform/config.server'
import { openDatabase } from '~/platform/database/database.server'
import { type Role, roles } from '~/shared/role'
import { loadConfig, openStorage } from './open-storage'

/** `npm run admin -- grant mail@example.se [role]`: the operator at the machine is the one who may. */
export async function grantRole(email: string, role: string): Promise<string> {
  if (!roles.includes(role as Role)) throw new ConfigError(`The role is one of ${roles.join(', ')}, not ${role}.`)
  const storage = await openStorage(loadConfig(), 'borrow', () => {})
  const db = openDatabase(storage.pool)
  const found = await updateRole(db, email.trim().toLowerCase(), role as Role, new Date())
  await db.destroy()
  await storage.close()
  if (!found) throw new ConfigError(`Nobody has an account with the address ${email}.`)
  return `${email} is now ${role}.`
}

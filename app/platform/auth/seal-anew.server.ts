import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '../database/database.server'
import { authSecrets } from './auth-secrets.server'

/**
 * Seals with the newest secret what an older one sealed: second factors and signing keys. After it the older one can go.
 * Answers with how many things were sealed anew.
 */
export async function sealAnew(db: Database, secrets: readonly string[]): Promise<number> {
  const { sealing: key } = authSecrets(secrets)
  const isOlder = (sealed: string) => !sealed.startsWith(`$ba$${key.currentVersion}$`)
  const again = async (sealed: string) =>
    isOlder(sealed) ? symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: sealed }) }) : sealed
  let count = 0

  for (const { id, secret, backup_codes } of await db
    .selectFrom('two_factors')
    .select(['id', 'secret', 'backup_codes'])
    .execute()) {
    if (!isOlder(secret) && !isOlder(backup_codes)) continue
    const sealed = { secret: await again(secret), backup_codes: await again(backup_codes) }
    // Only what is still as it was read: somebody may be setting up a new one, or using a recovery code.
    const done = db.updateTable('two_factors').set(sealed).where('id', '=', id)
    await done.where('secret', '=', secret).where('backup_codes', '=', backup_codes).execute()
    count++
  }

  for (const { id, private_key } of await db.selectFrom('signing_keys').select(['id', 'private_key']).execute()) {
    // The library keeps what it sealed as a JSON string.
    const sealed: unknown = JSON.parse(private_key)
    if (typeof sealed !== 'string' || !isOlder(sealed)) continue
    const anew = JSON.stringify(await again(sealed))
    await db.updateTable('signing_keys').set({ private_key: anew }).where('id', '=', id).execute()
    count++
  }
  return count
}

import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '../database/database.server'
import { authSecrets } from './auth-secrets.server'
import * as store from './second-factor-store.server'

/**
 * Key rotation: encrypts with the newest secret what an older one encrypted (second factors and signing keys). The
 * older secret can be removed afterwards. Returns how many rows were encrypted again.
 */
export async function sealAnew(db: Database, secrets: readonly string[]): Promise<number> {
  const { sealing: key } = authSecrets(secrets)
  const isOlder = (sealed: string) => !sealed.startsWith(`$ba$${key.currentVersion}$`)
  const again = async (sealed: string) =>
    isOlder(sealed) ? symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: sealed }) }) : sealed
  let count = 0

  for (const { id, ...app } of await store.readSealedApps(db)) {
    if (!isOlder(app.secret) && !isOlder(app.backup_codes)) continue
    const sealed = { secret: await again(app.secret), backup_codes: await again(app.backup_codes) }
    await store.replaceSealedApp(db, id, app, sealed)
    count++
  }

  for (const { id, private_key } of await store.readSigningKeys(db)) {
    // The library stores its ciphertext as a JSON string.
    const sealed: unknown = JSON.parse(private_key)
    if (typeof sealed !== 'string' || !isOlder(sealed)) continue
    const anew = JSON.stringify(await again(sealed))
    await store.updateSigningKey(db, id, anew)
    count++
  }
  return count
}

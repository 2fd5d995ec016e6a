import type { Database } from '~/platform/database/database.server'
import { readHooksOfOwner } from './hooks/hook-store.server'
import { readKeysOfOwner } from './keys/key-store.server'

/**
 * The part of the file with all personal data about a company's owner. Not a use case of its own: the account's export
 * calls it.
 */
export async function exportIntegrations(db: Database, ownerId: string) {
  return {
    nycklar: (await readKeysOfOwner(db, ownerId)).map((key) => ({
      namn: key.name,
      börjarMed: key.mark,
      postnummer: key.postcodes,
      skapad: key.createdAt,
      gällerTill: key.expiresAt,
      senastAnvänd: key.lastUsedAt,
      tillbakatagen: key.revokedAt,
    })),
    mottagare: (await readHooksOfOwner(db, ownerId)).map((hook) => ({
      adress: hook.url,
      påslagen: hook.isOn,
      tillagd: hook.createdAt,
      avslutad: hook.endedAt,
    })),
  }
}

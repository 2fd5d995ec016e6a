import type { House } from '~/platform/house.server'
import { readSealedKeys, replaceSealedKey } from './centre-store.server'

/**
 * Chore: re-seals the keys with the newest secret, so that an older secret can be retired (docs/operations.md). Returns
 * the number of keys.
 */
export async function sealKeysAnew({ db, keys }: Pick<House, 'db' | 'keys'>): Promise<number> {
  const sealed = await readSealedKeys(db)
  for (const before of sealed) {
    const key = keys.open('centre key', before)
    if (key !== null) await replaceSealedKey(db, before, keys.seal('centre key', key))
  }
  return sealed.length
}

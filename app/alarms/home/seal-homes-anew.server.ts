import type { House } from '~/platform/house.server'
import { readSealedHomes, replaceSealedHome } from './setup-store.server'

const batch = 500

/**
 * Key rotation: re-encrypts homes sealed with an older secret under the newest one, so that the older can be removed.
 * Runs at start-up, only while there are several secrets. Returns how many were re-encrypted.
 */
export async function sealHomesAnew({ db, keys }: Pick<House, 'db' | 'keys'>): Promise<number> {
  let count = 0
  let after: string | null = null
  for (;;) {
    const homes = await readSealedHomes(db, after, batch)
    for (const { personId, sealed } of homes) {
      const anew = keys.sealAnew('alarm home', sealed)
      if (anew === null) continue
      await replaceSealedHome(db, personId, sealed, anew)
      count++
    }
    const last = homes.at(-1)
    if (!last || homes.length < batch) return count
    after = last.personId
  }
}

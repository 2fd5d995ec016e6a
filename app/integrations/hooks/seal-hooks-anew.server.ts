import type { House } from '~/platform/house.server'
import { readSealed, replaceSealed } from './hook-store.server'

/** Seals with the newest secret what an older one sealed, so that the older one can go. Not a door: the start calls it. */
export async function sealHooksAnew({ db, keys }: Pick<House, 'db' | 'keys'>): Promise<number> {
  let count = 0
  for (const { id, secret, oldSecret } of await readSealed(db)) {
    const anew = keys.sealAnew('webhook secret', secret)
    const oldAnew = oldSecret && keys.sealAnew('webhook secret', oldSecret)
    if (anew === null && !oldAnew) continue
    await replaceSealed(db, id, secret, { secret: anew ?? secret, old: oldAnew || oldSecret })
    count++
  }
  return count
}

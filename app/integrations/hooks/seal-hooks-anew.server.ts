import type { House } from '~/platform/house.server'
import { readSealed, replaceSealed } from './hook-store.server'

/** Re-seals the signing secrets with the newest key, so that an older key can be retired. Called at start. */
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

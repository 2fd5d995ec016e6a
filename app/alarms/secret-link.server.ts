import { createHash, randomBytes } from 'node:crypto'
import type { House } from '~/platform/house.server'

/**
 * A link whose secret authenticates its holder. It is in the query string, which is not logged; only a hash is stored.
 */
export function newSecretLink({ config }: Pick<House, 'config'>, path: string): { url: string; hash: string } {
  const secret = randomBytes(24).toString('base64url')
  const url = new URL(path, config.origin)
  url.searchParams.set('nyckel', secret)
  return { url: url.toString(), hash: hashOfSecret(secret) }
}

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

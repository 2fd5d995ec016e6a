import { createHmac, randomBytes } from 'node:crypto'
import { PRODUCT_NAME } from '~/shared/product'

/**
 * Signatures by Standard Webhooks: HMAC over id, timestamp and body, so that the receiver can verify origin and age
 * (replay).
 */

const prefix = 'whsec_'
const secretBytes = 32

export const newSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export type Signed = { id: string; at: Date; body: string }

/** The headers of one attempt. `secrets` are the valid ones, newest first: during a rotation both sign. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
    'user-agent': PRODUCT_NAME,
  }
}

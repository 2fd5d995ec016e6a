import { createHmac, randomBytes } from 'node:crypto'
import { PRODUCT_NAME } from '~/shared/product'

/** Standard Webhooks: what a message is signed with, so that whoever gets it knows whose it is, and that it is not an old one. */

const prefix = 'whsec_'
const secretBytes = 32

export const newSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export type Signed = { id: string; at: Date; body: string }

/** The headers of a try. `secrets` are those that hold, newest first: while one takes the place of another both sign. */
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

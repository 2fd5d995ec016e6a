import type { HttpBindings } from '@hono/node-server'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { Sender } from './take-in'

/** What the door's middleware finds out about a request, for all later handlers. */
export type Env = {
  Bindings: HttpBindings
  Variables: SecureHeadersVariables & {
    requestId: string
    /** The normalised path, without the router's `.data` suffix. */
    page: string
    /** The path as it may be logged: without secrets. */
    logged: string
    /** The matched route pattern. Undefined until it is known. */
    route: string | undefined
    /** Ids of the routes from the root to the matched page. */
    way: readonly string[]
    /** The client's IP address, as far as trusted proxies tell it. */
    client: string
    sender: Sender
    /** The account that asks, once it is known. */
    actorId: string | undefined
    /** The request is redirected from a page that the account may not see. */
    isLedAway: boolean | undefined
    /** Reason for a refusal, where the status alone does not tell it. */
    refusedFor: string | undefined
    /** A page that is the same for everybody and is about to be cached. */
    isKept: boolean | undefined
    /** A plain page, without an inline script: it needs no CSP nonce. */
    isPlain: boolean | undefined
    /** CSP hash of the inline styles of a plain page. */
    ownStyles: string | undefined
    /** The page's HTML, which its answer holds too: to compress it, no body need be read as a stream. */
    drawn: string | undefined
    /** The request body. */
    sent: Uint8Array<ArrayBuffer>
  }
}

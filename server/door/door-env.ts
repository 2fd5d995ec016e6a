import type { HttpBindings } from '@hono/node-server'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { Sender } from './take-in'

/** What the door finds out about a request, for everything behind it. */
export type Env = {
  Bindings: HttpBindings
  Variables: SecureHeadersVariables & {
    requestId: string
    /** The address in its one way of writing, without what the router adds for a page's data. */
    page: string
    /** The same for a log: without secrets. */
    logged: string
    /** Which of our addresses it is one of, as routes are written; not set while that is not known. */
    route: string | undefined
    /** The routes from the root to the page that it is an address of. */
    way: readonly string[]
    /** Where the request came from, as far as our proxies can be believed. */
    client: string
    sender: Sender
    /** The account that asks, once that is known. */
    actorId: string | undefined
    /** From a page that is not theirs. */
    isLedAway: boolean | undefined
    /** Why the door refused, where its answer alone does not say it. */
    refusedFor: string | undefined
    /** A page that is the same for all, on its way to be kept. */
    isKept: boolean | undefined
    /** A page without a script of its own: it needs no nonce. */
    isPlain: boolean | undefined
    /** By what its policy knows the styles that are inside a plain page. */
    ownStyles: string | undefined
    /** The bytes of a form. */
    sent: Uint8Array<ArrayBuffer>
  }
}

import type { Ore } from '~/shared/money'
import type { Unanswered, Undelivered } from '../delivery'
import type { Answer } from './cards.server'

/** The port to Swish Commerce, where Swish asks the payer and reports the result. */

export type SwishRequest = {
  /** Our id, by which Swish identifies the request. Idempotency key: the same id is one payment. */
  id: string
  amount: Ore
  /** Our Swish number, which receives the money. */
  payee: string
  /** The reference, which is also on the bank's statement. */
  reference: string
  /** The payer's phone, digits with the country code first; null if the payer scans a code or opens Swish. */
  payer: string | null
}

/** What Swish reports about a request. Untrusted until it has been compared with what we requested. */
export type SwishFacts = {
  id: string
  state: 'waiting' | 'paid' | 'declined' | 'cancelled' | 'failed'
  /** Swish's error code, if the payment failed. */
  code: string | null
  /** Null if the amount is not in whole öre. */
  amount: Ore | null
  currency: string
  payee: string
  payer: string | null
  reference: string
  paidAt: Date | null
}

export type SwishCounter = {
  name: string
  /**
   * `token` opens the Swish app on the payer's phone, if no number was given. The reason of a refusal is Swish's error
   * code.
   */
  ask(request: SwishRequest): Promise<{ kind: 'asked'; token: string | null } | Undelivered | Unanswered>
  /** Null if Swish knows no such request. */
  look(id: string): Promise<Answer<SwishFacts | null>>
  /** Only in the demo, which has no phone: answers the request in its place. */
  answerInPhonesPlace: ((id: string, says: 'yes' | 'no') => void) | null
}

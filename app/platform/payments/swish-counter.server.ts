import type { Ore } from '~/shared/money'
import type { Unanswered, Undelivered } from '../delivery'
import type { Answer } from './cards.server'

/** Swish that asks the payer and says how it went (Swish Commerce), behind a narrow door. */

export type SwishRequest = {
  /** Ours, and what Swish knows it by: asked twice with it, it is one payment. */
  id: string
  amount: Ore
  /** Our number in Swish, which the money goes to. */
  payee: string
  /** What stands beside the money at the bank too. */
  reference: string
  /** Digits with the country first; null when the payer scans a code or opens Swish by themselves. */
  payer: string | null
}

/** What Swish says of a request when it is asked. Nothing of it is believed before it is compared with what we asked for. */
export type SwishFacts = {
  id: string
  state: 'waiting' | 'paid' | 'declined' | 'cancelled' | 'failed'
  /** Swish's word for why not. */
  code: string | null
  /** Null when it is no sum in whole öre. */
  amount: Ore | null
  currency: string
  payee: string
  payer: string | null
  reference: string
  paidAt: Date | null
}

export type SwishCounter = {
  name: string
  /** `token` opens it in the payer's phone, where they gave no number. A refusal's reason is Swish's word for it. */
  ask(request: SwishRequest): Promise<{ kind: 'asked'; token: string | null } | Undelivered | Unanswered>
  /** Null when Swish knows no such request. */
  look(id: string): Promise<Answer<SwishFacts | null>>
  /** Only in the demo, where there is no phone: answers in its place. */
  answerInPhonesPlace: ((id: string, says: 'yes' | 'no') => void) | null
}

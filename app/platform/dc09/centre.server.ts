import type { Undelivered } from '../delivery'
import type { Station } from './frame.server'
import type { Signal } from './signal'

/** A receiver of an alarm receiving centre: where it listens, what it knows us by, and how far its clock is from ours. */
export type Receiver = Station & { host: string; port: number; skewMs: number }

/**
 * `arrived`: the receiver itself has said so; otherwise it is only kept here. `skewMs` is how far its clock is ahead of ours,
 * as far as it is known by now.
 */
export type Told = ({ kind: 'delivered'; arrived: boolean } | Undelivered) & { skewMs: number }

/** The way out to alarm receiving centres. The adapter is chosen by configuration and named in the log at the start. */
export type CentreSender = {
  name: string
  /** False for the adapter that only keeps what it would have sent. */
  leavesTheHouse: boolean
  /** Whether somebody may name that address as a receiver's: never one of our own network. A name is looked at when it is spoken to. */
  accepts(host: string): boolean
  /** One exchange on a line of its own; without a signal it is a poll. Said again with the same number it is the same signal. */
  tell(to: Receiver, signal: Signal | null, number: number): Promise<Told>
}

/** Keeps signals inside the product: the company's page is where they can be read. */
export const centreOutboxOnly: CentreSender = {
  name: 'outbox',
  leavesTheHouse: false,
  accepts: () => true,
  async tell({ skewMs }) {
    return { kind: 'delivered', arrived: false, skewMs }
  },
}

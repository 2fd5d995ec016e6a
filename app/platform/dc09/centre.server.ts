import type { Undelivered } from '../delivery'
import type { Station } from './frame.server'
import type { Signal } from './signal'

/** A receiver at an alarm receiving centre: its address, how it identifies us, and its clock's offset from ours. */
export type Receiver = Station & { host: string; port: number; skewMs: number }

/**
 * The result of an exchange. `arrived`: the receiver itself has acknowledged; false when the signal is only kept here.
 * `skewMs`: how far the receiver's clock is ahead of ours, as last known.
 */
export type Told = ({ kind: 'delivered'; arrived: boolean } | Undelivered) & { skewMs: number }

/** The port to alarm receiving centres. Configuration chooses the adapter, and the log names it at the start. */
export type CentreSender = {
  name: string
  /** False for the adapter that only stores what it would have sent. */
  leavesTheHouse: boolean
  /**
   * Whether `host` is allowed as a receiver's address (SSRF: never an address in our own network). A host name is
   * accepted here and checked when it is resolved.
   */
  accepts(host: string): boolean
  /**
   * One exchange on its own connection. Without a signal it is a poll. Idempotent: the same number means the same
   * signal.
   */
  tell(to: Receiver, signal: Signal | null, number: number): Promise<Told>
}

/** Keeps signals inside the product; the company's page shows them. */
export const centreOutboxOnly: CentreSender = {
  name: 'outbox',
  leavesTheHouse: false,
  accepts: () => true,
  async tell({ skewMs }) {
    return { kind: 'delivered', arrived: false, skewMs }
  },
}

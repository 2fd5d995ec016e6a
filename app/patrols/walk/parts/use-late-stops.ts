import { retryEveryMs, sendFromHere } from '../send-from-here'
import { useSentAgain } from './use-sent-again'

/** For every hydrated page; on plain pages entry.plain.ts does the same. */
export function useLateStops() {
  useSentAgain(sendFromHere, retryEveryMs)
}

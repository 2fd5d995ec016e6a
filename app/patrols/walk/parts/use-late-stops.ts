import { retryEveryMs, sendFromHere } from '../send-from-here'
import { useSentAgain } from './use-sent-again'

/** On every page that runs; on a plain one entry.plain.ts does the same. */
export function useLateStops() {
  useSentAgain(sendFromHere, retryEveryMs)
}

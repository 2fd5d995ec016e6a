import { useEffect } from 'react'
import { watchSession } from '../watch-session'

/** On every page of a login that runs; on a plain one entry.plain-frame.ts does the same. */
export function SessionWatch() {
  useEffect(watchSession, [])
  return null
}

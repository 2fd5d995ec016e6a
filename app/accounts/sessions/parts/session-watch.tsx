import { useEffect } from 'react'
import { watchSession } from '../watch-session'

/** On every page of a login that runs; on a plain one entry.plain-frame.ts does the same for whoever is named here. */
export function SessionWatch({ personId }: { personId: string }) {
  useEffect(() => watchSession(personId), [personId])
  return <template data-person={personId} />
}

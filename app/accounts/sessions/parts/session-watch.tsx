import { useEffect } from 'react'
import { watchSession } from '../watch-session'

/**
 * Watches the session on every hydrated page of a signed-in person. On plain pages entry.plain-frame.ts does so, for
 * the person named in the template.
 */
export function SessionWatch({ personId }: { personId: string }) {
  useEffect(() => watchSession(personId), [personId])
  return <template data-person={personId} />
}

import { useCallback, useEffect, useState } from 'react'
import { askAboutAccount, sessionOver } from '~/accounts/public'

/** Loads the page by a GET instead of `reload()`, which may resubmit the POST that the page is the answer to. */
export const loadAnew = () => location.replace(location.pathname + location.search)

/**
 * For a page that stays open after the session has ended, since its content matters more than a redirect to the login.
 * `stands` asks the server whether the session holds, before any revalidation that would redirect, and again when one
 * was redirected: if the server cannot be asked then, the page stays. After a new login the page is loaded anew, since
 * it may be another person: nothing of the previous one may remain. `isBlocked`: it is over because the account that
 * the mark names was blocked.
 */
export function useSession(mark?: string): {
  isOver: boolean
  isBlocked: boolean
  stands: (isRedirected?: boolean) => Promise<boolean>
} {
  const [isOver, setIsOver] = useState(false)
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    const stay = (event: DocumentEventMap[typeof sessionOver]) => {
      event.preventDefault()
      if (event.detail) loadAnew()
      else setIsOver(true)
    }
    document.addEventListener(sessionOver, stay)
    return () => document.removeEventListener(sessionOver, stay)
  }, [])
  const stands = useCallback(
    async (isRedirected = false) => {
      const standing = await askAboutAccount(mark)
      if (!standing && isRedirected) return false
      if (standing) setIsBlocked(standing.isBlocked)
      const whose = standing?.whose
      if (whose === null) setIsOver(true)
      if (!whose || !isOver) return whose !== null
      loadAnew()
      return false
    },
    [isOver, mark],
  )
  // The event says only that it is over.
  useEffect(() => {
    if (isOver) void stands()
  }, [isOver, stands])
  return { isOver, isBlocked, stands }
}

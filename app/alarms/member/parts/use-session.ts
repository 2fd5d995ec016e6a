import { useCallback, useEffect, useState } from 'react'
import { askWhose, sessionOver } from '~/accounts/public'

/** From the server, and by asking for the page: a reload may post once more what the page is the answer to. */
export const loadAnew = () => location.replace(location.pathname + location.search)

/**
 * For a page that stays when the session is over, since what it shows is worth more than the way to the login. `stands` asks the
 * server, before anything is asked again that would lead away. Whoever is logged in again may be somebody else: the page is loaded
 * anew, with nothing in it of the one before.
 */
export function useSession(): { isOver: boolean; stands: () => Promise<boolean> } {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const stay = (event: DocumentEventMap[typeof sessionOver]) => {
      event.preventDefault()
      if (event.detail) loadAnew()
      else setIsOver(true)
    }
    document.addEventListener(sessionOver, stay)
    return () => document.removeEventListener(sessionOver, stay)
  }, [])
  const stands = useCallback(async () => {
    const whose = await askWhose()
    if (whose === null) setIsOver(true)
    if (!whose || !isOver) return whose !== null
    loadAnew()
    return false
  }, [isOver])
  return { isOver, stands }
}

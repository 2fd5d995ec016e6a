import { useCallback, useEffect, useState } from 'react'
import { askSession, loadAnew, sessionOver } from '~/accounts/public'

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
    const answer = await askSession()
    if (answer === false) setIsOver(true)
    if (!answer || !isOver) return answer !== false
    loadAnew()
    return false
  }, [isOver])
  return { isOver, stands }
}

import { useCallback, useEffect, useRef } from 'react'
import { useActionData, useNavigation, useRevalidator } from 'react-router'

/**
 * Asks the page's loaders again, but waits while the page is on its way somewhere, and while it shows what a form
 * was refused for: the router forgets an action's answer when loaders are asked again.
 */
export function useLook(): () => void {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const answer = useActionData()
  const isBusy = state === 'loading' || navigation.state !== 'idle' || answer != null
  const now = useRef({ revalidate, isBusy, wanted: false })
  now.current.revalidate = revalidate
  now.current.isBusy = isBusy

  // What changed meanwhile may have been missed.
  useEffect(() => {
    if (isBusy || !now.current.wanted) return
    now.current.wanted = false
    void now.current.revalidate()
  }, [isBusy])

  return useCallback(() => {
    if (document.visibilityState === 'hidden') return
    if (now.current.isBusy) now.current.wanted = true
    else void now.current.revalidate()
  }, [])
}

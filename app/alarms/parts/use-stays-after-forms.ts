import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { stayAfterForms } from '~/live/public'

/** Keeps the page when the reload after a form fails, and calls `onKept` then. */
export function useStaysAfterForms(onKept: () => void) {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const now = useRef(onKept)
  now.current = onKept
  useEffect(() => {
    if (!router) return
    return stayAfterForms(() => {
      const { navigation, location, loaderData } = router.state
      // A form that is sent in the background leaves the navigation idle. Following a link is no form.
      if (navigation.state !== 'idle' && navigation.formMethod !== 'POST') return null
      return { address: location.pathname + location.search, data: loaderData, onKept: () => now.current() }
    })
  }, [router])
}

import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { stayAfterForms } from '~/live/public'

/**
 * Keeps the page when the reload after a form fails. `onReload` is called after each of its reloads, with whether the
 * server was reached. Only for a page that says so (`saysLost`), not for the frame around it.
 */
export function useStaysAfterForms(saysLost: boolean, onReload: (isFresh: boolean) => void) {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router || !saysLost) return
    return stayAfterForms({
      afterForm() {
        const { navigation, fetchers, location, loaderData } = router.state
        // The router says no longer that a navigation comes from a form in the background that was answered by a redirect.
        const isForm = [navigation, ...fetchers.values()].some(({ formMethod }) => formMethod === 'POST')
        return isForm ? { address: location.pathname + location.search, data: loaderData } : null
      },
      onReload,
    })
  }, [router, saysLost, onReload])
}

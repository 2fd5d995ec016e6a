import { useCallback, useEffect, useRef } from 'react'
import { useActionData, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router'
import { askAgain } from './keep-what-is-shown'
import { isServerThere } from './server-there'

type Options = {
  /** The page keeps the answers of its forms in sight by itself (`useKeptAnswer`), so nothing waits for them. */
  keepsAnswers?: boolean
}

/**
 * Asks the page's loaders again, but waits while the page is on its way somewhere, and while it shows what a form
 * was refused for: the router forgets an action's answer when loaders are asked again. When the server cannot be
 * reached, before or on the way, what is on the page, and what is being written there, stays. False when it could not be.
 */
export function useLook({ keepsAnswers = false }: Options = {}): () => Promise<boolean> {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const answer = useActionData()
  const isBusy = state === 'loading' || navigation.state !== 'idle' || (answer != null && !keepsAnswers)
  const { pathname, search } = useLocation()
  const data = Object.fromEntries(useMatches().map(({ id, loaderData }) => [id, loaderData]))
  const shown = { address: pathname + search, data }
  const now = useRef({ revalidate, isBusy, shown, wanted: false, asking: false })
  Object.assign(now.current, { revalidate, isBusy, shown })

  const look = useCallback(async () => {
    if (document.visibilityState === 'hidden') return true
    if (now.current.isBusy || now.current.asking) {
      now.current.wanted = true
      return true
    }
    now.current.asking = true
    const isThere = await isServerThere()
    now.current.asking = false
    // Something else may have begun meanwhile; then it is looked afterwards.
    if (now.current.isBusy) now.current.wanted = true
    else if (isThere) return await askAgain(now.current.shown, now.current.revalidate)
    return isThere
  }, [])

  // What changed meanwhile may have been missed.
  useEffect(() => {
    if (isBusy || !now.current.wanted) return
    now.current.wanted = false
    void look()
  }, [isBusy, look])

  return look
}

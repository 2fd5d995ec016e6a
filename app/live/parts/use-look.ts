import { useCallback, useContext, useEffect, useRef } from 'react'
import {
  UNSAFE_DataRouterContext,
  useActionData,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { askAgain } from './keep-what-is-shown'
import { isLostAnswer, isRefusalShown } from './keep-what-is-typed'
import { isServerThere } from './server-there'

type Options = {
  /** The page keeps the answers of its forms in sight by itself (`useKeptAnswer`), so nothing waits for them. */
  keepsAnswers?: boolean
}

let mayAsk: (() => Promise<boolean>) | undefined

/** For a page that has a reason to stay: asked before any of its loaders is asked again, and false where those would lead away. */
export function useLooksOnlyWhile(holds: () => Promise<boolean>) {
  useEffect(() => {
    mayAsk = holds
    return () => {
      mayAsk = undefined
    }
  }, [holds])
}

/**
 * Asks the page's loaders again, but waits while the page is on its way somewhere, while a form is (the router drops a
 * fetcher's redirect when loaders are asked after it was sent), and while it shows what a form was refused for: the
 * router forgets an action's answer then. When the server cannot be reached, before or on the way, what is on the page,
 * and what is being written there, stays. False when it could not be.
 */
export function useLook({ keepsAnswers = false }: Options = {}): () => Promise<boolean> {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const isSending = useFetchers().some((fetcher) => fetcher.state !== 'idle')
  const answer = useActionData()
  // One that nobody gave and that the page has no place for is gone with its notice.
  const isAnswered = answer != null && !keepsAnswers
  const isHeld = () => isAnswered && (!isLostAnswer(answer) || isRefusalShown())
  const isBusy = state === 'loading' || navigation.state !== 'idle' || isSending
  const { pathname, search } = useLocation()
  const data = Object.fromEntries(useMatches().map(({ id, loaderData }) => [id, loaderData]))
  const shown = { address: pathname + search, data }
  const router = useContext(UNSAFE_DataRouterContext)?.router
  // What was pressed a moment ago may not be drawn yet; the router itself knows it already.
  const isUnderWay = () =>
    router !== undefined &&
    (router.state.navigation.state !== 'idle' ||
      [...router.state.fetchers.values()].some((one) => one.state !== 'idle'))
  const now = useRef({ revalidate, isBusy, isHeld, isUnderWay, shown, wanted: false, asking: false })
  Object.assign(now.current, { revalidate, isBusy, isHeld, isUnderWay, shown })

  const look = useCallback(async () => {
    if (document.visibilityState === 'hidden') return true
    if (now.current.asking) {
      now.current.wanted = true
      return true
    }
    // Asked even when the loaders must wait: what is being sent on a dead line may stay so for long.
    now.current.asking = true
    const isThere = await isServerThere()
    // Not of a server that is away: whoever looks waits to hear of that.
    const isKept = isThere && (await mayAsk?.()) === false
    now.current.asking = false
    if (!isThere || isKept) return isThere
    if (!now.current.isBusy && !now.current.isHeld() && !now.current.isUnderWay())
      return await askAgain(now.current.shown, now.current.revalidate)
    now.current.wanted = true
    return true
  }, [])

  // What changed meanwhile may have been missed.
  useEffect(() => {
    if (isBusy || !now.current.wanted || (isAnswered && now.current.isHeld())) return
    now.current.wanted = false
    void look()
  }, [isBusy, isAnswered, look])

  return look
}

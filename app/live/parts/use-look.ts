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
  /** The page keeps its answers itself (`useKeptAnswer`), so revalidation need not wait for them. */
  keepsAnswers?: boolean
}

let mayAsk: Holds | undefined

/**
 * Lets a page veto revalidation: `holds` is called before each one, and once more if it is answered by a redirect, and
 * returns false when it would navigate away.
 */
type Holds = (isRedirected: boolean) => Promise<boolean>
export function useLooksOnlyWhile(holds: Holds) {
  useEffect(() => {
    mayAsk = holds
    return () => {
      mayAsk = undefined
    }
  }, [holds])
}

type Check = { isThere: boolean; isKept: boolean }

/** Whether the server can be reached, and whether the page vetoes a revalidation. */
async function check(): Promise<Check> {
  const isThere = await isServerThere()
  // Not asked while the server is away: the caller needs that result at once.
  return { isThere, isKept: isThere && (await mayAsk?.(false)) === false }
}

/**
 * Revalidates the page's loaders. Waits during a navigation, while a form is being sent (the router drops a fetcher's
 * redirect if loaders are revalidated after it was sent), and while a refusal is shown (the router then forgets the
 * action's answer). If the server cannot be reached, before or meanwhile, the page and what is being written stay.
 * False if it could not be reached, the last time that a hidden page asked.
 */
export function useLook({ keepsAnswers = false }: Options = {}): () => Promise<boolean> {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const isSending = useFetchers().some((fetcher) => fetcher.state !== 'idle')
  const answer = useActionData()
  // An answer made up for a lost connection does not hold revalidation back unless the page shows it.
  const isAnswered = answer != null && !keepsAnswers
  const isHeld = () => isAnswered && (!isLostAnswer(answer) || isRefusalShown())
  const isBusy = state === 'loading' || navigation.state !== 'idle' || isSending
  const { pathname, search } = useLocation()
  const data = Object.fromEntries(useMatches().map(({ id, loaderData }) => [id, loaderData]))
  const shown = { address: pathname + search, data }
  const router = useContext(UNSAFE_DataRouterContext)?.router
  // A submission may not be rendered yet; the router's state already has it.
  const isUnderWay = () =>
    router !== undefined &&
    (router.state.navigation.state !== 'idle' ||
      [...router.state.fetchers.values()].some((one) => one.state !== 'idle'))
  const now = useRef({
    revalidate,
    isBusy,
    isHeld,
    isUnderWay,
    shown,
    wanted: false,
    asking: null as Promise<Check> | null,
    wasThere: true,
  })
  Object.assign(now.current, { revalidate, isBusy, isHeld, isUnderWay, shown })

  const ask = useCallback(async () => {
    if (now.current.asking) {
      now.current.wanted = true
      return (await now.current.asking).isThere
    }
    // Checked even if the loaders must wait: a form sent over a dead connection may stay pending for long.
    const asking = check()
    now.current.asking = asking
    const { isThere, isKept } = await asking.finally(() => {
      now.current.asking = null
    })
    if (!isThere || isKept) return isThere
    if (!now.current.isBusy && !now.current.isHeld() && !now.current.isUnderWay())
      return await askAgain({ ...now.current.shown, holds: mayAsk }, now.current.revalidate)
    now.current.wanted = true
    return true
  }, [])
  const look = useCallback(async () => {
    // A hidden page asks nothing, so it learns nothing new of the line.
    if (document.visibilityState !== 'hidden') now.current.wasThere = await ask()
    return now.current.wasThere
  }, [ask])

  // Catches up on hints that arrived while the page was busy.
  useEffect(() => {
    if (isBusy || !now.current.wanted || (isAnswered && now.current.isHeld())) return
    now.current.wanted = false
    void look()
  }, [isBusy, isAnswered, look])

  return look
}

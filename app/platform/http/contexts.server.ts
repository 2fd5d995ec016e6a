import { createContext, type RouterContextProvider } from 'react-router'
import type { House, Visitor } from '../house.server'

/** What each loader and action receives besides the request. */
export type PageContext = Readonly<RouterContextProvider>

export const houseContext = createContext<House>()
/**
 * Whether the request failed with a transient database fault (away, full, locked or silent), so that a retry may
 * succeed.
 */
export const awayContext = createContext<boolean>(false)
/** Whether the visitor was redirected away from a page they may not see. The door writes it to the security log. */
export const ledAwayContext = createContext<boolean>(false)
/**
 * Set for a page without scripts of its own: its CSP then allows no script, and only those inline styles that are named
 * here.
 */
export const plainContext = createContext<{ styles: string | null } | null>(null)
/**
 * The page's HTML. The answer to the router has no body: the router looks at each body, which makes a stream of it. The
 * door puts the page into the answer afterwards.
 */
export const drawnContext = createContext<string | null>(null)
export const visitorContext = createContext<Visitor>()

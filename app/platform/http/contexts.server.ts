import { createContext, type RouterContextProvider } from 'react-router'
import type { House, Visitor } from '../house.server'

/** What the front door hands to each loader and action beside the request itself. */
export type PageContext = Readonly<RouterContextProvider>

export const houseContext = createContext<House>()
/** Whether what was asked for failed because the database is away, full, held or silent: it may be better in a moment. */
export const awayContext = createContext<boolean>(false)
/** Whether somebody was led away from a page that is not theirs, instead of being shown it; the door tells the log. */
export const ledAwayContext = createContext<boolean>(false)
/** Set when what is drawn has no script of its own in it: its policy allows none then, and of styles inside it those that are named here. */
export const plainContext = createContext<{ styles: string | null } | null>(null)
export const visitorContext = createContext<Visitor>()

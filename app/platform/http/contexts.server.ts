import { createContext, type RouterContextProvider } from 'react-router'
import type { House, Visitor } from '../house.server'

/** What the front door hands to each loader and action beside the request itself. */
export type PageContext = Readonly<RouterContextProvider>

export const houseContext = createContext<House>()
/** Whether what was asked for failed because the database is away, full, held or silent: it may be better in a moment. */
export const awayContext = createContext<boolean>(false)
/** Whether somebody was led away from a page that is not theirs, instead of being shown it; the door tells the log. */
export const ledAwayContext = createContext<boolean>(false)
/** Whether what is drawn has no script of its own in it: its policy allows none then. */
export const plainContext = createContext<boolean>(false)
export const visitorContext = createContext<Visitor>()

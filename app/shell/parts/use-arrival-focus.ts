import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Whoever follows a link by the keyboard goes on from where the page went: at the section that the address names, or at the page's
 * heading. When the button that was pressed is gone with what it did: at the row of a list that it was in, or at the one that
 * has come in its place. A form that was refused keeps its own focus (error-summary.tsx), and so does a field that asked for it.
 */
export function useArrivalFocus() {
  const { pathname, search, hash, key } = useLocation()
  const { formMethod } = useNavigation()
  const before = useRef<Before>({ pathname, key, wasSent: false, row: null })
  const isSending = formMethod !== undefined && formMethod !== 'GET'
  useEffect(() => {
    if (isSending) before.current = { ...before.current, wasSent: true, row: rowOf(document.activeElement) }
  }, [isSending])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search that changes is a page that went somewhere too.
  useEffect(() => {
    const { pathname: left, key: last, wasSent, row } = before.current
    if (key === last) return
    before.current = { pathname, key, wasSent: false, row: null }
    const isNewPage = pathname !== left
    // A search stays where one typed, and a deed where one pressed, as long as that is still there.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasSent && !isNewPage && !isLost) return
    const named = hash.length > 1 ? document.getElementById(decodedHash(hash)) : null
    const near = wasSent && !isNewPage ? nearest(row) : null
    const target = named ?? (isNewPage || isLost ? (near ?? begin()) : null)
    if (!target || document.activeElement?.closest('[role=alert], dialog')) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, search, hash, key])
}

/** What follows is kept by row and not by number: what others answer meanwhile leaves the list above it, too. */
type Row = { item: Element; list: Element; following: Element[] }
type Before = { pathname: string; key: string; wasSent: boolean; row: Row | null }

function rowOf(pressed: Element | null): Row | null {
  const item = pressed?.closest('main li, main tbody > tr')
  const list = item?.parentElement
  if (!item || !list) return null
  const all = [...list.children]
  return { item, list, following: all.slice(all.indexOf(item) + 1) }
}

function nearest(row: Row | null): HTMLElement | null {
  if (!row?.list.isConnected) return null
  const item = [row.item, ...row.following].find(({ isConnected }) => isConnected) ?? row.list.lastElementChild
  return item instanceof HTMLElement ? item : null
}

/** A page that is there to be written in says at which field; any other is read from its heading. */
const begin = () =>
  document.querySelector<HTMLElement>('main [data-begins]') ?? document.querySelector<HTMLElement>('main h1')

function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

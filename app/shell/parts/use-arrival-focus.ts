import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Focus management after client-side navigation: focuses the section named by the fragment, or the page's heading. If
 * the pressed button has disappeared with its deed, focuses its row of the list or the row that took its place. A
 * refused form keeps its own focus (error-summary.tsx), as does a field with autofocus.
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
    // A search keeps the focus where one typed, and a deed where one pressed, as long as that element exists.
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

/** The following rows are kept as elements, not by index, since updates by others may remove rows above. */
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

/** The element marked as the page's first field, or else its heading. */
const begin = () =>
  document.querySelector<HTMLElement>('main [data-begins]') ?? document.querySelector<HTMLElement>('main h1')

function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Subscribes to the page's live hints. Returns how to unsubscribe. */
type Listen = (hear: (about: string) => void) => () => void

/** Reports the number of unread notices after each hint that it may have changed. Returns how to stop. */
export function hearUnread(listen: Listen, tell: (unread: number) => void): () => void {
  let isOver = false
  const stop = listen(async (about) => {
    if (about !== 'notices' && about !== 'everything') return
    const unread = await askUnread()
    if (!isOver && unread !== null) tell(unread)
  })
  return () => {
    isOver = true
    stop()
  }
}

/** Updates the bell's badge on plain pages, without React (parts/bell.tsx). */
export function followBell(listen: Listen) {
  const mark = document.querySelector<HTMLElement>('[data-unread]')
  if (!mark) return
  hearUnread(listen, (unread) => {
    mark.hidden = unread === 0
    if (mark.firstChild) mark.firstChild.nodeValue = unreadShown(unread)
  })
}

export const unreadShown = (unread: number) => (unread > 99 ? '99+' : String(unread))

const patienceMs = 5_000

/** Null if the request fails: the number shown stays. */
async function askUnread(): Promise<number | null> {
  try {
    const answer = await fetch('/dashboard/notices/unread', { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok || answer.redirected) return null
    return ((await answer.json()) as { unread: number }).unread
  } catch {
    return null
  }
}

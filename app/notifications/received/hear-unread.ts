/** The browser's line for hints, of which this is given one to hear on. */
type Listen = (hear: (about: string) => void) => () => void

/** Tells how much is new for somebody, each time that a hint says that there may be more. Returns how to stop. */
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

/** The number on the bell of a page that React does not run (parts/bell.tsx). */
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

/** Null when nobody answers: the number that is shown stays. */
async function askUnread(): Promise<number | null> {
  try {
    const answer = await fetch('/dashboard/notices/unread', { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok || answer.redirected) return null
    return ((await answer.json()) as { unread: number }).unread
  } catch {
    return null
  }
}

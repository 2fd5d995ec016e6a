import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from './form/hydrated'
import { keepClear } from './improve/keep-clear'
import { leaveAfter } from './improve/leave-after'
import { NOTICE_MS } from './improve/notices'
import { Icon } from './marks/icon'

export type NoticeShown = {
  /** Tells two notices with the same words apart. Without ids, every object counts as a new notice. */
  id?: string
  tone: 'normal' | 'destructive'
  title: string
  message?: string
}

const EVENT = 'kvartera:notice'

/** Shows a client-side notice in place of the present one. */
export function showNotice(notice: NoticeShown) {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: notice }))
}

export function useNotice(): (notice: NoticeShown) => void {
  return showNotice
}

/** The template for client-side notices on plain pages (improve/notices.ts). */
export function NoticeTemplate() {
  return (
    <template data-notice-template>
      <Toast notice={{ tone: 'normal', title: ' ', message: ' ' }} enters onClose={undefined} />
    </template>
  )
}

/**
 * The present notice, if any, and a counter that makes each notice distinct, even if it arrives as the previous one
 * disappears.
 */
type Showing = { notice: NoticeShown | null; turn: number }

/**
 * The only place where notices appear; first in the page. The server's notice is in the HTML: in the flow without
 * JavaScript, and overlaid with it, so that hydration shifts nothing. On plain pages improve/notices.ts takes over.
 */
export function NoticeArea({ notice }: { notice: NoticeShown | null }) {
  const hydrated = useHydrated()
  const [given, setGiven] = useState(notice)
  const [showing, setShowing] = useState<Showing>({ notice, turn: 0 })

  const show = useCallback((next: NoticeShown) => {
    setShowing(({ turn }) => ({ notice: next, turn: turn + 1 }))
  }, [])

  // The loader returns null once a notice has been delivered; that must not remove it from the screen.
  if (!isSame(given, notice)) {
    setGiven(notice)
    if (notice) show(notice)
  }

  useEffect(() => {
    const listen = (event: Event) => show((event as CustomEvent<NoticeShown>).detail)
    window.addEventListener(EVENT, listen)
    return () => window.removeEventListener(EVENT, listen)
  }, [show])

  // A live region announces only changes, not its initial content: the key changes on hydration, so that the server's
  // notice is inserted anew and announced.
  const key = `${showing.turn} ${hydrated}`
  // The timer may fire for a notice that has already been replaced: then do nothing.
  const close = () => setShowing((now) => (now === showing ? { ...now, notice: null } : now))
  const toast = showing.notice && (
    <Toast key={key} notice={showing.notice} enters={showing.turn > 0} onClose={hydrated ? close : undefined} />
  )
  const destructive = showing.notice?.tone === 'destructive'
  return (
    <div className="notice-place">
      <div role="status">{destructive ? null : toast}</div>
      <div role="alert">{destructive ? toast : null}</div>
    </div>
  )
}

function isSame(a: NoticeShown | null, b: NoticeShown | null): boolean {
  return a === b || (a?.id !== undefined && a.id === b?.id)
}

type ToastProps = { notice: NoticeShown; enters: boolean; onClose: (() => void) | undefined }

function Toast({ notice, enters, onClose }: ToastProps) {
  const toast = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const leaves = onClose !== undefined
  useEffect(() => {
    if (!leaves || !toast.current) return
    keepClear(toast.current)
    return leaveAfter(toast.current, NOTICE_MS, () => close.current?.())
  }, [leaves])
  const destructive = notice.tone === 'destructive'
  return (
    <div
      ref={toast}
      data-notice
      className={`pointer-events-auto flex max-h-[40dvh] items-start gap-3.5 overflow-y-auto rounded-card py-2 pr-2 pl-5 shadow-card @max-[14rem]:gap-1 @max-[14rem]:pl-3 @max-[14rem]:text-small ${enters ? 'notice-enters' : ''} ${destructive ? 'bg-alarm text-on-alarm' : 'band border border-line'}`}
    >
      <Icon
        name={destructive ? 'warning' : 'check'}
        className={`my-3 size-6 @max-[14rem]:hidden ${destructive ? '' : 'rounded-full bg-lamp p-1 text-on-lamp'}`}
      />
      <div className="min-w-0 grow py-2.5">
        <p className="font-semibold">{notice.title}</p>
        {notice.message ? <p>{notice.message}</p> : null}
      </div>
      <CloseNotice onClose={onClose} />
    </div>
  )
}

const closeLook = 'grid size-12 shrink-0 place-content-center rounded-control hover:bg-black/20'

/** Before hydration a link to the page itself: the notice has been delivered, so the reloaded page no longer has it. */
function CloseNotice({ onClose }: { onClose: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  const cross = <Icon name="close" className="size-6" label="Stäng meddelandet" />
  if (!onClose) {
    return (
      <a href={`${pathname}${search}`} className={closeLook}>
        {cross}
      </a>
    )
  }
  return (
    <button type="button" onClick={onClose} className={closeLook}>
      {cross}
    </button>
  )
}

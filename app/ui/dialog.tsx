import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from './form/button'
import { useHydrated } from './form/hydrated'
import { forgetAddress, NOWHERE, openDialog } from './improve/dialogs'
import { Icon, type IconName } from './marks/icon'

export function closeDialog(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement) dialog.close()
}

type DialogProps = {
  id: string
  title: string
  children: ReactNode /** Stays in view under the content. */
  footer?: ReactNode
}

/** A native dialog. Its id is a fragment: without JavaScript, or from a shared link, #id shows it (:target). */
export function Dialog({ id, title, children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  const { hash } = useLocation()
  const titleId = `${id}-dialog-title`

  useEffect(() => {
    if (hash === `#${id}`) openDialog(id)
  }, [hash, id])

  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the box closes it; the keyboard has Escape, which is the dialog's own.
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={titleId}
      closedby="any"
      onClick={(event) => event.target === event.currentTarget && close()}
      onClose={(event) => forgetAddress(event.currentTarget)}
      className="dialog"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start gap-4 py-3 pr-3 pl-5 sm:pl-7">
          <h2 id={titleId} className="min-w-0 grow pt-2.5 text-h3">
            {title}
          </h2>
          {hydrated ? (
            <button type="button" onClick={close} className={closeLook}>
              <Icon name="close" className="size-6" label="Stäng" />
            </button>
          ) : (
            <a href={NOWHERE} className={closeLook}>
              <Icon name="close" className="size-6" label="Stäng" />
            </a>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-1 pb-7 sm:px-7">{children}</div>
        {footer ? <div className="flex flex-wrap gap-3 border-line border-t px-5 py-4 sm:px-7">{footer}</div> : null}
      </div>
    </dialog>
  )
}

const closeLook = 'grid size-12 shrink-0 place-content-center rounded-control text-soft hover:bg-mist hover:text-ink'

type DialogButtonProps = {
  /** The id of the dialog. */
  dialog: string
  variant?: 'primary' | 'secondary' | 'quiet' | 'alarm'
  size?: 'normal' | 'small' | 'large'
  icon?: IconName
  className?: string
  children: ReactNode
}

/** A link to the dialog's fragment in the server's HTML; a button after hydration. */
export function DialogButton({ dialog, variant = 'secondary', size, icon, className, children }: DialogButtonProps) {
  const look = buttonClass({ variant, size, className })
  const content = (
    <>
      {icon ? <Icon name={icon} /> : null}
      <span className="min-w-0">{children}</span>
    </>
  )
  if (!useHydrated()) {
    return (
      <a href={`#${dialog}`} aria-haspopup="dialog" className={look}>
        {content}
      </a>
    )
  }
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openDialog(dialog)
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={open} className={look}>
      {content}
    </button>
  )
}

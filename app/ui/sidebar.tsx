import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { foldByKey, foldLabel, rememberFold } from './improve/folding'
import { Icon, type IconName } from './marks/icon'
import { WaitingMark } from './marks/waiting-mark'

type Item = { to: string; label: string; icon: IconName /** How much waits there. */; waiting?: number }
type Section = { label?: string; items: readonly Item[] }

type Props = {
  /** Whose rooms these are: "Min Portal". */
  title: string
  sections: readonly Section[]
  /** From the cookie, read on the server, so that nothing jumps. */
  collapsed: boolean
  /** The way to the start page, wearing its name. */
  home?: ReactNode
  /** Right in the header: who is signed in. */
  actions?: ReactNode
  /** Dark in both themes, for a page that is read at night and in a hurry. */
  night?: boolean
  /** What is used most, at the thumb on a phone; the drawer is its last way, 'Mer'. */
  thumb?: readonly Item[]
  /** Under the sections. What is neither a `SidebarLink` nor a form is put away when only icons are left. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page behind the login: a column of 16rem that folds to 3rem of icons on a desk, a drawer of
 * 18rem on a phone. The drawer is a popover, which needs no JavaScript. Ctrl+B or cmd+B does what the button does. On a plain page
 * improve/folding.ts does it.
 */
export function Sidebar({
  title,
  sections,
  collapsed: initially,
  night,
  home,
  actions,
  thumb,
  footer,
  children,
}: Props) {
  const [collapsed, setCollapsed] = useState(initially)
  const drawer = useRef<HTMLElement>(null)
  const drawerId = useId()

  function foldOrUnfold() {
    setCollapsed(!collapsed)
    rememberFold(!collapsed)
  }

  // Listens anew after every render, so that it always folds what is seen.
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => foldByKey(event, drawer.current, foldOrUnfold)
    window.addEventListener('keydown', toggle)
    return () => window.removeEventListener('keydown', toggle)
  })

  const closeDrawer = () => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }
  const everyItem = sections.flatMap((section) => section.items)
  return (
    <div
      className="sidebar-frame"
      data-collapsed={collapsed || undefined}
      data-night={night || undefined}
      data-thumb={thumb ? true : undefined}
    >
      <a href="#innehall" className="skip-link">
        Hoppa till innehållet
      </a>
      <aside ref={drawer} id={drawerId} popover="auto" aria-label={title} className="sidebar">
        <div className="sidebar-home flex min-h-12 items-center justify-between gap-3 pl-3">
          <div className="min-w-0 font-semibold text-h4">{home}</div>
          <button
            type="button"
            popoverTarget={drawerId}
            popoverTargetAction="hide"
            className="sidebar-phone-only size-12 place-content-center rounded-control text-soft"
          >
            <Icon name="close" className="size-6" label="Stäng menyn" />
          </button>
        </div>
        <nav aria-label={title} className="grid gap-6">
          {sections.map((section) => (
            <div key={section.label ?? section.items[0]?.to}>
              {section.label ? <p className="sidebar-section-label">{section.label}</p> : null}
              <ul className="grid gap-1">
                {section.items.map((item) => (
                  <li key={item.to}>
                    <SidebarLink {...item} end={isRootOf(item, everyItem)} onClick={closeDrawer} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {footer ? <div className="sidebar-footer">{footer}</div> : null}
      </aside>
      <header className="sidebar-header">
        <button
          type="button"
          popoverTarget={drawerId}
          className="sidebar-phone-only -ml-2 size-[min(3rem,15vw)] shrink-0 place-content-center rounded-control hover:bg-mist"
        >
          <Icon name="menu" className="size-6" label="Öppna menyn" />
        </button>
        <button
          type="button"
          data-fold
          onClick={foldOrUnfold}
          aria-expanded={!collapsed}
          aria-controls={drawerId}
          aria-keyshortcuts="Control+B Meta+B"
          className="sidebar-desk-only -ml-2 size-12 place-content-center rounded-control text-soft hover:bg-mist hover:text-ink noscript:hidden"
        >
          <Icon name="sidebar" className="size-6" label={foldLabel(collapsed)} />
        </button>
        <div className="sidebar-home-folded font-semibold">{home}</div>
        <p className="min-w-0 grow font-semibold">{title}</p>
        <div className="flex items-center gap-3">{actions}</div>
      </header>
      <main id="innehall" tabIndex={-1} className="sidebar-content">
        {children}
      </main>
      {thumb ? (
        <nav aria-label="Genvägar" className="thumb-bar">
          {thumb.map((item) => (
            <NavLink key={item.to} to={item.to} end={isRootOf(item, everyItem)} className="thumb-way">
              <Icon name={item.icon} className="size-[min(1.5rem,8vw)]" />
              {item.label}
            </NavLink>
          ))}
          <button type="button" popoverTarget={drawerId} className="thumb-way">
            <Icon name="menu" className="size-[min(1.5rem,8vw)]" />
            Mer
          </button>
        </nav>
      ) : null}
    </div>
  )
}

/** One way in the sidebar. Folded, its word is still there for those who listen, and as a tooltip. */
export function SidebarLink({
  to,
  label,
  icon,
  waiting = 0,
  end,
  onClick,
}: Item & { end?: boolean; onClick?: () => void }) {
  return (
    <NavLink to={to} end={end} onClick={onClick} title={label} className="sidebar-link">
      <Icon name={icon} className="size-6" />
      <span className="sidebar-word">{label}</span>
      {waiting > 0 && <WaitingMark count={waiting} />}
    </NavLink>
  )
}

/** What is done rather than gone to, among the ways: sends the form that it stands in. */
export function SidebarButton({ label, icon }: Omit<Item, 'to'>) {
  return (
    <button type="submit" title={label} className="sidebar-link w-full">
      <Icon name={icon} className="size-6" />
      <span className="sidebar-word">{label}</span>
    </button>
  )
}

/** An overview is current only on its own page, not on every page under it. */
function isRootOf(item: Item, all: readonly Item[]): boolean {
  return all.some((other) => other !== item && other.to.startsWith(`${item.to}/`))
}

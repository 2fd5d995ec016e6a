import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { foldByKey, foldLabel, rememberFold } from './improve/folding'
import { Icon, type IconName } from './marks/icon'
import { WaitingMark } from './marks/waiting-mark'

type Item = { to: string; label: string; icon: IconName /** Number of waiting items. */; waiting?: number }
type Section = { label?: string; items: readonly Item[] }

type Props = {
  /** The title of the area: "Min Portal". */
  title: string
  sections: readonly Section[]
  /** From a cookie read on the server, so that nothing shifts on hydration. */
  collapsed: boolean
  /** The link to the start page, with the product's name. */
  home?: ReactNode
  /** On the right of the header: the signed-in person. */
  actions?: ReactNode
  /** Dark in both themes, for a page that is read at night and in a hurry. */
  night?: boolean
  /** The bottom bar on a phone, with the most used pages; its last item, 'Mer', opens the drawer. */
  thumb?: readonly Item[]
  /** Below the sections. With icons only, everything here but `SidebarLink`s and forms is hidden. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The layout of every signed-in page: a column of 16rem that folds to 3rem of icons on wide screens, a drawer of 18rem
 * on a phone. The drawer is a popover, which needs no JavaScript. Ctrl+B or Cmd+B works like the button. On plain pages
 * improve/folding.ts does the same.
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

  // Registered anew after every render, so that it always toggles the current state.
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

/** A link of the sidebar. When folded, its label stays for screen readers and as a tooltip. */
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

/** A submit button in the sidebar, for an action rather than a page. */
export function SidebarButton({ label, icon }: Omit<Item, 'to'>) {
  return (
    <button type="submit" title={label} className="sidebar-link w-full">
      <Icon name={icon} className="size-6" />
      <span className="sidebar-word">{label}</span>
    </button>
  )
}

/** Whether other items are below this one, so that an overview is current on its own page only. */
function isRootOf(item: Item, all: readonly Item[]): boolean {
  return all.some((other) => other !== item && other.to.startsWith(`${item.to}/`))
}

import { Link } from 'react-router'
import { Logo } from '~/pictures/logo'
import { PRODUCT_NAME } from '~/shared/product'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'

/** In the specification's order and words. The fragments lead to the landing page from everywhere else. */
const links = [
  { to: '/#home', label: 'Hem' },
  { to: '/#about', label: 'Om' },
  { to: '/#services', label: 'Tjänster' },
  { to: '/#business', label: 'Företag' },
  { to: '/#ambassadors', label: 'Ambassadörer' },
  { to: '/#stepps', label: 'STEPPS' },
  { to: '/vad-konceptet-sparar', label: 'Vad konceptet sparar – på riktigt' },
  { to: '/#contact', label: 'Kontakt' },
] as const

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="band relative z-10">
      <div className="page flex min-h-18 flex-wrap items-center justify-end gap-1 py-3 sm:gap-3">
        <Link to="/" className="mr-auto rounded-control py-2" aria-label={`${PRODUCT_NAME}, till startsidan`}>
          <Logo />
        </Link>
        <Menu />
        <ButtonLink
          to={signedIn ? '/dashboard' : '/auth'}
          variant="primary"
          size="small"
          className="whitespace-nowrap max-[24rem]:px-3 xl:ml-3"
        >
          {signedIn ? 'Min sida' : 'Logga in'}
        </ButtonLink>
        <button
          type="button"
          popoverTarget="site-menu"
          className={buttonClass({
            variant: 'quiet',
            size: 'small',
            className: 'max-[24rem]:px-2 xl:hidden',
          })}
        >
          <Icon name="menu" className="max-[22rem]:hidden" />
          Meny
        </button>
      </div>
    </header>
  )
}

/**
 * One list of links: a row on wide screens, otherwise a popover behind 'Meny'. The popover API opens it, closes it on
 * Escape and restores the focus without JavaScript. It is positioned on the page, so a jump to a fragment leaves it
 * behind; with scripts it also closes (ui/improve/menus.ts).
 */
function Menu() {
  return (
    <nav
      id="site-menu"
      popover="auto"
      aria-label="Huvudmeny"
      className="band absolute inset-[4.5rem_0.75rem_auto] m-0 w-auto sm:left-auto sm:w-88 rounded-card p-2 shadow-2xl ring-1 ring-line xl:static xl:block xl:w-auto xl:overflow-visible xl:p-0 xl:shadow-none xl:ring-0"
    >
      <ul className="grid xl:flex xl:items-center">
        {links.map((link) => (
          <li key={link.to}>
            <MenuLink {...link} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const linkClass =
  'flex min-h-12 items-center rounded-control px-4 leading-tight hover:bg-[color-mix(in_srgb,var(--lamp)_14%,transparent)] hover:text-lamp xl:px-2.5 xl:text-small'

function MenuLink({ to, label }: { to: string; label: string }) {
  // A fragment is a native anchor, so the browser moves the keyboard's position along with the scroll.
  if (to.includes('#')) {
    return (
      <a href={to} className={linkClass}>
        {label}
      </a>
    )
  }
  return (
    <Link to={to} className={linkClass}>
      {label}
    </Link>
  )
}

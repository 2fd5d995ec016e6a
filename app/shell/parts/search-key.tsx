import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/form/button'
import { isShortcut } from '~/ui/improve/shortcut'

const address = href('/dashboard/admin/search')

/** The way to an administrator's search from every page: a link, or ctrl+K and cmd+K. On a plain page entry.plain-frame.ts presses it. */
export function SearchKey() {
  const navigate = useNavigate()

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return
      event.preventDefault()
      void navigate(address)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [navigate])

  return (
    <ButtonLink
      to={address}
      variant="quiet"
      size="small"
      icon="search"
      // On a phone it is a sign alone: the room of its word is the title's.
      className="max-sm:gap-0 max-sm:px-[min(0.75rem,3vw)]"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <span className="max-sm:sr-only">Sök</span>
    </ButtonLink>
  )
}

import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/form/button'
import { isShortcut } from '~/ui/improve/shortcut'

const address = href('/dashboard/admin/search')

/**
 * Opens the administrators' search from every page: a link, or Ctrl+K and Cmd+K. On plain pages entry.plain-frame.ts
 * handles the shortcut.
 */
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
      // On a phone only the icon: the title needs the room.
      className="max-sm:gap-0 max-sm:px-[min(0.75rem,3vw)]"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <span className="max-sm:sr-only">Sök</span>
    </ButtonLink>
  )
}

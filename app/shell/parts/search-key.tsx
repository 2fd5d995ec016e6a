import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/form/button'

const address = href('/dashboard/admin/search')

/** The way to an administrator's search from every page: a link, or ctrl+K and cmd+K. */
export function SearchKey() {
  const navigate = useNavigate()

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'k') return
      event.preventDefault()
      void navigate(address)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [navigate])

  return (
    <ButtonLink to={address} variant="quiet" size="small" icon="search" aria-keyshortcuts="Control+K Meta+K">
      <span className="max-sm:sr-only">Sök</span>
    </ButtonLink>
  )
}

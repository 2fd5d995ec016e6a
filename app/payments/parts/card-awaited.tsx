import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon } from '~/ui/marks/icon'

const isBack = (search: URLSearchParams) => search.get('kort') === 'klar'

/**
 * Whether the provider's event is awaited: the page was returned to from a filled-in checkout, and what was done there
 * has not arrived. Once it has, the address no longer says so: a card that is ended later is not awaited again.
 */
export function useIsCardAwaited(hasArrived: boolean): boolean {
  const [search, setSearch] = useSearchParams()
  const isSettled = hasArrived && isBack(search)
  useEffect(() => {
    if (!isSettled) return
    const without = (before: URLSearchParams) => {
      before.delete('kort')
      return before
    }
    setSearch(without, { replace: true, preventScrollReset: true })
  }, [isSettled, setSearch])
  return isBack(search) && !hasArrived
}

/** Shown while the provider's event is awaited, which may take a while: nobody should pay or fill in twice. */
export function CardAwaited({ what, className }: { what: string; className: string }) {
  const runs = useHydrated()
  return (
    <p className={`flex gap-3 rounded-card bg-mist p-5 ${className}`} role="status">
      <Icon name="clock" className="mt-0.5 size-6 shrink-0" />
      Vi väntar på besked {what}. {runs ? 'Sidan ändrar sig när det har kommit.' : 'Ladda om sidan om en stund.'}
    </p>
  )
}

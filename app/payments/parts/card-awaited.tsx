import { useSearchParams } from 'react-router'
import { Icon } from '~/ui/marks/icon'

/** Whether the page is the one that the card provider's checkout returns to when it is filled in. */
export function useIsBackFromCard(): boolean {
  const [search] = useSearchParams()
  return search.get('kort') === 'klar'
}

/** Shown from then until the provider's event has come, which may take a while: nobody should pay or fill in twice. */
export function CardAwaited({ what, className }: { what: string; className: string }) {
  return (
    <p className={`flex gap-3 rounded-card bg-mist p-5 ${className}`} role="status">
      <Icon name="clock" className="mt-0.5 size-6 shrink-0" />
      Vi väntar på besked {what}. Sidan ändrar sig när det har kommit.
    </p>
  )
}

import { useHydrated } from '~/ui/form/hydrated'

const usual = 'Uppkopplingen är borta. Det som står här kan ha ändrats.'

type Props = { hasLine: boolean; lost?: string; className?: string }

/** Shows whether an open page is receiving live updates. Says nothing before hydration. */
export function LineState({ hasLine, lost = usual, className = '' }: Props) {
  const runs = useHydrated()
  const isLost = runs && !hasLine
  return (
    <p
      role="status"
      className={isLost ? `rounded-control bg-lamp px-4 py-3 font-semibold text-on-lamp ${className}` : 'sr-only'}
    >
      {isLost ? lost : runs ? 'Uppkopplad' : null}
    </p>
  )
}

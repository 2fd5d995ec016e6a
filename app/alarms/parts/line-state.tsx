import { useHydrated } from '~/ui/form/hydrated'

/** Whether an open page follows what happens. Before the script runs nothing does, and nothing is said of it. */
export function LineState({ hasLine, lost, className = '' }: { hasLine: boolean; lost: string; className?: string }) {
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

import type { ReactNode } from 'react'

/** A placeholder for content that is loading. Give it the size of that content. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-control ${className}`} />
}

/** "Laddar tjänster...", announced to screen readers. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 py-2 text-soft">
      <span aria-hidden="true" className="lamp-breathes size-3 shrink-0 rounded-full bg-lamp" />
      {children}
    </p>
  )
}

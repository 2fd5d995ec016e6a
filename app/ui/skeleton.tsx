import type { ReactNode } from 'react'

/** The quiet shape of what is on its way. Give it the size of what it stands for. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-control ${className}`} />
}

/** "Laddar tjänster...", said aloud to those who cannot see the lamp breathe. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 py-2 text-soft">
      <span aria-hidden="true" className="lamp-breathes size-3 shrink-0 rounded-full bg-lamp" />
      {children}
    </p>
  )
}

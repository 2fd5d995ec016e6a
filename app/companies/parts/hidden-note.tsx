import type { ReactNode } from 'react'
import { Icon } from '~/ui/marks/icon'

/** Tells the owner that an administrator has hidden the company, and what follows from that on this page. */
export function HiddenNote({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex max-w-2xl gap-3 rounded-card border-2 border-alarm-text bg-surface p-5">
      <Icon name="eye-off" className="mt-0.5 size-6 shrink-0 text-alarm-text" />
      <div className="min-w-0">
        <p className="font-semibold">Ert företag visas inte för grannarna just nu.</p>
        {children}
      </div>
    </div>
  )
}

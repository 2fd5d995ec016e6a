import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** The layout of every page that needs no account. */
export function PublicLayout({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-20 -translate-y-24 rounded-control bg-lamp px-5 py-3 font-semibold text-on-lamp focus:translate-y-0"
      >
        Hoppa till innehållet
      </a>
      <SiteHeader signedIn={signedIn} />
      <main id="content" tabIndex={-1} className="grow not-has-[>section:last-child]:pb-12">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

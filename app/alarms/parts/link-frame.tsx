import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '~/shared/product'

/** The frame of a page behind a secret link. No menu, since the visitor may have no account. */
export function LinkFrame({ isNight = false, children }: { isNight?: boolean; children: ReactNode }) {
  return (
    <div className={`min-h-dvh bg-paper ${isNight ? 'night' : ''}`}>
      <main className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6">
        <p className="font-semibold">{PRODUCT_NAME}</p>
        {children}
      </main>
    </div>
  )
}

/**
 * The address is the secret, so it must not be cached by proxies or indexed. server/headers.ts keeps it out of the
 * Referer sent to other sites.
 */
export const secrecy = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }

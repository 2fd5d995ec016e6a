import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { Env } from './door/door-env'

/** Security headers of every answer: what a browser may do with it, and which scripts may run in it. */

const policyHeader = 'Content-Security-Policy'

/** Removes the CSP nonce from plain pages: they have no inline script, and an injected one must not run. */
export const withoutNonceIfPlain: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  const policy = c.res.headers.get(policyHeader)
  if (!c.get('isPlain') || !policy) return
  const styles = c.get('ownStyles')
  const own = styles ? `style-src 'self' '${styles}'` : "style-src 'self'"
  c.res.headers.set(policyHeader, policy.replace(/ 'nonce-[^']+'/g, '').replace("style-src 'self'", own))
}

export function headersFor({ https, cards, development }: { https: boolean; cards: boolean; development: boolean }) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      // Bar widths and monogram colours are data, written as custom properties in style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
      fontSrc: ["'self'"],
      workerSrc: development ? ["'self'", 'blob:'] : ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // A form may redirect to the card payment pages.
      formAction: ["'self'", ...(cards ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : [])],
      frameAncestors: ["'none'"],
    },
    // Not "no-referrer": browsers without JavaScript would then post with `Origin: null`, which the CSRF check refuses.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { geolocation: ['self'], camera: [], microphone: [], payment: [], usb: [] },
  })
}

import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { Env } from './door/door-env'

/** What every answer says of itself: what a browser may do with it, and whose scripts may run in it. */

const policyHeader = 'Content-Security-Policy'

/** Around the headers: what was drawn has no inline script, and none may come in. */
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
      // Widths of bars and colours of monograms are data; they are written as custom properties.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
      fontSrc: ["'self'"],
      workerSrc: development ? ["'self'", 'blob:'] : ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // A form may lead on to where cards are paid.
      formAction: ["'self'", ...(cards ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : [])],
      frameAncestors: ["'none'"],
    },
    // Not "no-referrer": a browser without JavaScript would then post with `Origin: null`.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { geolocation: ['self'], camera: [], microphone: [], payment: [], usb: [] },
  })
}

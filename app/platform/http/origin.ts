const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The origin a request was made to: the configured one. Only the demo, which people open as localhost and as 127.0.0.1,
 * also accepts its own loopback names.
 */
export function requestOrigin(configured: string, host: string | null, isDemo: boolean): string {
  return isDemo && host !== null && loopback.test(host) ? `http://${host}` : configured
}

/**
 * CSRF check: only our own pages may send changes. Every browser sends Origin or Sec-Fetch-Site with a post; a program
 * sends neither and has no cookies of ours. A request with a cookie but without both headers is refused.
 */
export function isForeignPost(method: string, headers: Headers, ownOrigin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('origin')
  if (origin !== null) return origin !== ownOrigin
  const site = headers.get('sec-fetch-site')
  return site === null ? headers.has('cookie') : site !== 'same-origin' && site !== 'none'
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The origin a request was made to. It is the configured one; only the demo, which people open as
 * localhost and as 127.0.0.1, also answers to its own loopback names.
 */
export function requestOrigin(configured: string, host: string | null, isDemo: boolean): string {
  return isDemo && host !== null && loopback.test(host) ? `http://${host}` : configured
}

/**
 * A change may only be asked for by our own pages. Every browser says where a post comes from; a program says nothing
 * and has no cookies of ours. A cookie without that word is of neither kind.
 */
export function isForeignPost(method: string, headers: Headers, ownOrigin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('origin')
  if (origin !== null) return origin !== ownOrigin
  const site = headers.get('sec-fetch-site')
  return site === null ? headers.has('cookie') : site !== 'same-origin' && site !== 'none'
}

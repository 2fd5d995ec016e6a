/**
 * Where a form was that a browser sends. The server refuses other sites' forms, but what the service worker keeps never came
 * to the server, and goes out as our own: any site could send an alarm in the name of whoever visits it, by a form to our
 * address while there is no line, or one so large that it is not through in time (cross-site request forgery).
 */
export type PostedFrom = 'ours' | 'another site' | 'unknown'

/** A site can have its browsers say nothing (`no-referrer`), as some do of themselves; none can say that it is us. */
export function postedFrom(referrer: string, own: string): PostedFrom {
  if (!URL.canParse(referrer)) return 'unknown'
  const { origin } = new URL(referrer)
  if (origin === own) return 'ours'
  // 'about:client' and the like name nobody.
  return origin === 'null' ? 'unknown' : 'another site'
}

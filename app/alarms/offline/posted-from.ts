/**
 * The origin of a form post, from its referrer. CSRF defence in the service worker: forms kept here bypass the server's
 * origin check and are sent later as our own. Without it any site could send an alarm in a visitor's name by posting to
 * our address while offline, or by a form too large to get through in time.
 */
export type PostedFrom = 'ours' | 'another site' | 'unknown'

/** A site can suppress the referrer (`no-referrer`), as some browsers do, but cannot forge ours. */
export function postedFrom(referrer: string, own: string): PostedFrom {
  if (!URL.canParse(referrer)) return 'unknown'
  const { origin } = new URL(referrer)
  if (origin === own) return 'ours'
  // 'about:client' and the like name no site.
  return origin === 'null' ? 'unknown' : 'another site'
}

import { base64url, unpadded } from '~/live/base64url'

/**
 * Whether a subscription was made for this VAPID key (base64url). One made for an earlier key looks valid but is
 * rejected by its push service for good, which nobody would notice before an alarm. If the browser does not reveal the
 * key, assume a match.
 */
export function isForKey(made: ArrayBuffer | null | undefined, key: string): boolean {
  if (!made) return true
  return base64url(made) === unpadded(key)
}

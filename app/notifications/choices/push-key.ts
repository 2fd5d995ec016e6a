import { base64url, unpadded } from '~/live/base64url'

/**
 * Whether a browser's subscription was made for this key of ours, base64url. One for an earlier key is turned away by its push service
 * for good, and looks like any other: nobody would hear of it before an alarm. A browser that does not say is believed.
 */
export function isForKey(made: ArrayBuffer | null | undefined, key: string): boolean {
  if (!made) return true
  return base64url(made) === unpadded(key)
}

/**
 * Whether a browser's subscription was made for this key of ours, base64url. One for an earlier key is turned away by its push service
 * for good, and looks like any other: nobody would hear of it before an alarm. A browser that does not say is believed.
 */
export function isForKey(made: ArrayBuffer | null | undefined, key: string): boolean {
  if (!made) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(made)))
  return plain(text) === plain(key)
}

const plain = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

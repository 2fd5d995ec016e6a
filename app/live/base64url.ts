/** As browsers write the keys of push, in a page and in a service worker. */
export const base64url = (bytes: ArrayBuffer): string => unpadded(btoa(String.fromCharCode(...new Uint8Array(bytes))))

/** Of base64 in either alphabet, with its filling or without. */
export const unpadded = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

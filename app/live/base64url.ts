/** Encodes push keys as browsers do. Works in a page and in a service worker. */
export const base64url = (bytes: ArrayBuffer): string => unpadded(btoa(String.fromCharCode(...new Uint8Array(bytes))))

/** Normalises base64 in either alphabet, padded or not, to base64url without padding. */
export const unpadded = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

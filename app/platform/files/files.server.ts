import { createHash, randomBytes } from 'node:crypto'

/** Storage for uploaded pictures. A file is written once under its name and never changed. */
export type Files = {
  /** The adapter's name, for the log. */
  name: string
  put(name: FileName, bytes: Uint8Array): Promise<void>
  /** Null if there is no such file. */
  get(name: FileName): Promise<Uint8Array | null>
  /** No-op if the file is already gone. */
  remove(name: FileName): Promise<void>
}

/** The file storage does not answer, or answers with an error. Worth a retry later. */
export class FilesUnavailable extends Error {}

/** "<content hash><random part per upload>.<kind>". Its characters rule out path traversal. */
export type FileName = string & { readonly fileName: unique symbol }

const types = { webp: 'image/webp' } as const
type Kind = keyof typeof types

/**
 * The hash ties the name to the content. The random part makes every upload unique, so that removing one never deletes
 * somebody else's identical picture.
 */
export function nameFor(bytes: Uint8Array, kind: Kind): FileName {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
  return `${hash}${randomBytes(6).toString('hex')}.${kind}` as FileName
}

/** The only way from text to a `FileName`: validates its form, null otherwise. */
export function parseFileName(text: string): FileName | null {
  return /^[0-9a-f]{52}\.webp$/.test(text) ? (text as FileName) : null
}

export function typeOf(name: FileName): string {
  return types[name.slice(name.lastIndexOf('.') + 1) as Kind]
}

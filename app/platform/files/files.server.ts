import { createHash, randomBytes } from 'node:crypto'

/** Where uploaded pictures are kept. A file is written once under its name and never changed. */
export type Files = {
  /** The adapter, for the log. */
  name: string
  put(name: FileName, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  get(name: FileName): Promise<Uint8Array | null>
  /** Of a file that is gone already: nothing. */
  remove(name: FileName): Promise<void>
}

/** The place that keeps the files does not answer, or not as it should. Worth another try later. */
export class FilesUnavailable extends Error {}

/** "<hash of the content><whose upload>.<kind>": nothing in it can lead out of a folder. */
export type FileName = string & { readonly fileName: unique symbol }

const types = { webp: 'image/webp' } as const
type Kind = keyof typeof types

/**
 * The hash makes the name as lasting as the content. The random part makes every upload its own, so that
 * removing one can never take away an equal picture of somebody else's.
 */
export function nameFor(bytes: Uint8Array, kind: Kind): FileName {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
  return `${hash}${randomBytes(6).toString('hex')}.${kind}` as FileName
}

/** The only way from text to a name: what does not look like one of ours is none. */
export function parseFileName(text: string): FileName | null {
  return /^[0-9a-f]{52}\.webp$/.test(text) ? (text as FileName) : null
}

export function typeOf(name: FileName): string {
  return types[name.slice(name.lastIndexOf('.') + 1) as Kind]
}

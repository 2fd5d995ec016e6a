import { idPattern } from '~/shared/asked'

/**
 * A normalised address, as every rule of the door and every page sees it. Other spellings (`//x`, a trailing slash,
 * needless percent-encoding, dot segments) are redirected to the normal form or rejected, so that no rule can be
 * bypassed by spelling. Case is kept: a secret in an address is case-sensitive, and our words match exactly as written.
 */
export type Address =
  | {
      kind: 'plain'
      path: string
      /** The path without the `.data` suffix by which the router asks for a page's data alone. */
      page: string
    }
  | { kind: 'written otherwise'; path: string }
  | { kind: 'unreadable' }

export function readAddress(target: string): Address {
  const [raw = ''] = target.split('?', 1)
  if (!raw.startsWith('/') || raw.includes('#')) return { kind: 'unreadable' }
  const segments: string[] = []
  for (const segment of raw.split('/')) {
    const words = decoded(segment)
    // Rejects encoded slashes, backslashes and control characters.
    if (words === null || words === '..' || /[/\\\p{Cc}]/u.test(words)) return { kind: 'unreadable' }
    // The router reads these two as the parent page, which the rules of the door would not recognise. At the root there
    // is no parent.
    if (words === '.data' || (words === dataOfStart && raw !== `/${dataOfStart}`)) return { kind: 'unreadable' }
    if (words !== '' && words !== '.') segments.push(encoded(words))
  }
  const path = `/${segments.join('/')}`
  return path === raw ? { kind: 'plain', path, page: pageOf(path) } : { kind: 'written otherwise', path }
}

/** The router's data address of the start page, which has no name to put `.data` behind. */
const dataOfStart = '_.data'

const pageOf = (path: string) => (path === `/${dataOfStart}` ? '/' : path.replace(/\.data$/, ''))

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Encodes a path segment as browsers do, which leave these characters unencoded. */
const encoded = (words: string) =>
  encodeURIComponent(words).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, (sign) => decodeURIComponent(sign))

const id = new RegExp(`^${idPattern}$`)

/**
 * What a log may show of an address: our own words, ids, and numbers as short as a postcode. Anything else may be a
 * secret or chosen by a stranger.
 */
export function loggedPath(path: string, ours: ReadonlySet<string>): string {
  const mayStand = (segment: string) => ours.has(segment) || id.test(segment) || /^\d{1,7}$/.test(segment)
  return path
    .split('/')
    .map((segment) => {
      const [word = '', ending] = segment.endsWith('.data') ? [segment.slice(0, -5), '.data'] : [segment, '']
      return word === '' || mayStand(word) ? word + ending : `…${ending}`
    })
    .join('/')
    .slice(0, 200)
}

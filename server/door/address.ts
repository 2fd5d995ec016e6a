import { idPattern } from '~/shared/asked'

/**
 * An address as every rule of the door and every page sees it. What is written in another way (`//x`, a slash at the
 * end, needless percent signs, dots) is led to this one or is nowhere, so that no rule can be gone around by spelling.
 * Letters are not made small: a secret in an address has both sorts, and our words match only as they are written.
 */
export type Address =
  | {
      kind: 'plain'
      path: string
      /** Without what the router adds when it asks for a page's data alone. */
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
    // A slash or a sign that cannot be seen, in disguise.
    if (words === null || words === '..' || /[/\\\p{Cc}]/u.test(words)) return { kind: 'unreadable' }
    // The router reads these two as the page above, and no rule of the door would know it for that; at the start there is none.
    if (words === '.data' || (words === dataOfStart && raw !== `/${dataOfStart}`)) return { kind: 'unreadable' }
    if (words !== '' && words !== '.') segments.push(encoded(words))
  }
  const path = `/${segments.join('/')}`
  return path === raw ? { kind: 'plain', path, page: pageOf(path) } : { kind: 'written otherwise', path }
}

/** As the router asks for the data of the start page, which has no name of its own to write `.data` behind. */
const dataOfStart = '_.data'

const pageOf = (path: string) => (path === `/${dataOfStart}` ? '/' : path.replace(/\.data$/, ''))

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** As browsers write a path: these signs are left as they are. */
const encoded = (words: string) =>
  encodeURIComponent(words).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, (sign) => decodeURIComponent(sign))

const id = new RegExp(`^${idPattern}$`)

/**
 * What a log may hold of an address: our own words, ids and numbers as short as a postcode. The rest is somebody's
 * secret, or what a stranger thought up.
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

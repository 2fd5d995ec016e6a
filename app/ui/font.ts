import fontUrl from './fonts/schibsted-grotesk-latin.woff2?url'

/** The one font file, asked for before the stylesheet has been read. For the root's `links`. */
export const fontPreload = {
  rel: 'preload',
  href: fontUrl,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const

import type { MetaDescriptor } from 'react-router'
import { PILOT_AREA, PRODUCT_NAME } from '~/shared/product'

/** Metadata of a page for search engines and link previews. Pure: the origin is an argument. */
export type PageDescription = {
  /** Without the product's name, which is appended. */
  title: string
  description: string
  path: string
  origin: string
  /** A picture in public/og, without extension, or the page's own picture of the same size. */
  picture?: 'landing' | 'savings' | 'companies' | 'signup' | { path: string; shows: string }
  /** noindex: for pages that concern one person only, or do not exist. */
  hidden?: boolean
}

const PICTURE_WIDTH = 1200
const PICTURE_HEIGHT = 630

export function pageMeta(page: PageDescription): MetaDescriptor[] {
  const title = page.title === PRODUCT_NAME ? page.title : `${page.title} – ${PRODUCT_NAME}`
  const address = absolute(page.origin, page.path)
  const picture = pictureOf(page)
  if (page.hidden) return [{ title }, { name: 'robots', content: 'noindex' }]
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:locale', content: 'sv_SE' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: absolute(page.origin, picture.path) },
    { property: 'og:image:width', content: String(PICTURE_WIDTH) },
    { property: 'og:image:height', content: String(PICTURE_HEIGHT) },
    { property: 'og:image:alt', content: picture.shows },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function pictureOf({ picture = 'landing', title }: PageDescription): { path: string; shows: string } {
  if (typeof picture === 'object') return picture
  return { path: `/og/${picture}.png`, shows: `En gata i ${PILOT_AREA} i skymningen. ${title}.` }
}

/** Structured data about the organisation, for `{ 'script:ld+json': ... }` on the landing page. */
export function organisationData(origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: PRODUCT_NAME,
    url: absolute(origin, '/'),
    logo: absolute(origin, '/favicon.svg'),
    description: `Grannar, väktare och lokala företag som håller ihop i ${PILOT_AREA}.`,
    areaServed: { '@type': 'Place', name: `${PILOT_AREA}, Stockholm` },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      url: absolute(origin, '/#contact'),
      availableLanguage: 'sv',
    },
  }
}

export function sitemap(origin: string, paths: readonly string[]): string {
  const addresses = paths.map((path) => `  <url><loc>${escapeXml(absolute(origin, path))}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ].join('\n')
}

export function robots(origin: string): string {
  return ['User-agent: *', 'Disallow: /dashboard', '', `Sitemap: ${absolute(origin, '/sitemap.xml')}`, ''].join('\n')
}

function absolute(origin: string, path: string): string {
  return new URL(path, origin).href
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const halfAYear = 182 * 86_400_000

/** /.well-known/security.txt (RFC 9116). The expiry date is required, and must be less than a year ahead. */
export function securityText(
  { origin, securityContact }: { origin: string; securityContact: string },
  now: Date,
): string {
  const expires = new Date(now.getTime() + halfAYear)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: sv, en',
    `Canonical: ${absolute(origin, '/.well-known/security.txt')}`,
    '',
  ].join('\n')
}

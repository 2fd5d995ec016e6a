import { describe, expect, test } from 'vitest'
import { organisationData, pageMeta, robots, securityText, sitemap } from './seo'

const origin = 'https://kvartera.example'
const companies = {
  title: 'Lokala företag',
  description: 'Företagen i 125 40.',
  path: '/companies?postal=12540',
  origin,
  picture: 'companies',
} as const

describe('pageMeta', () => {
  test('names the page and then the product', () => {
    expect(pageMeta(companies)).toContainEqual({ title: 'Lokala företag – Kvartera' })
  })

  test('does not repeat the product’s name', () => {
    expect(pageMeta({ ...companies, title: 'Kvartera' })).toContainEqual({ title: 'Kvartera' })
  })

  test('has absolute URLs for the canonical link, page and image', () => {
    const meta = pageMeta(companies)
    const address = `${origin}/companies?postal=12540`
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: address })
    expect(meta).toContainEqual({ property: 'og:url', content: address })
    expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/og/companies.png` })
  })

  test('falls back to the landing page’s picture', () => {
    const meta = pageMeta({ ...companies, picture: undefined })
    expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/og/landing.png` })
  })

  test('has only a title and noindex for a hidden page', () => {
    expect(pageMeta({ ...companies, hidden: true })).toEqual([
      { title: 'Lokala företag – Kvartera' },
      { name: 'robots', content: 'noindex' },
    ])
  })
})

test('the organisation’s structured data names its contact form', () => {
  expect(organisationData(origin)).toMatchObject({
    '@type': 'Organization',
    name: 'Kvartera',
    url: `${origin}/`,
    contactPoint: { url: `${origin}/#contact` },
  })
})

describe('sitemap', () => {
  test('lists every path as an absolute URL', () => {
    expect(sitemap(origin, ['/', '/villkor'])).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${origin}/</loc></url>
  <url><loc>${origin}/villkor</loc></url>
</urlset>
`,
    )
  })

  test('escapes XML', () => {
    expect(sitemap(origin, ['/companies?postal=12540&q=a'])).toContain('?postal=12540&#38;q=a')
  })
})

test('robots.txt disallows only the dashboard and names the sitemap', () => {
  expect(robots(origin)).toBe(`User-agent: *
Disallow: /dashboard

Sitemap: ${origin}/sitemap.xml
`)
})

test('security.txt has the contact and an expiry date', () => {
  const text = securityText(
    { origin, securityContact: 'mailto:vakt@kvartera.example' },
    new Date('2026-11-22T21:14:00Z'),
  )
  expect(text).toBe(
    [
      'Contact: mailto:vakt@kvartera.example',
      'Expires: 2027-05-23T00:00:00Z',
      'Preferred-Languages: sv, en',
      'Canonical: https://kvartera.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

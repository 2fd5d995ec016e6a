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

  test('does not say the name twice', () => {
    expect(pageMeta({ ...companies, title: 'Kvartera' })).toContainEqual({ title: 'Kvartera' })
  })

  test('gives whole addresses, since a shared link is read elsewhere', () => {
    const meta = pageMeta(companies)
    const address = `${origin}/companies?postal=12540`
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: address })
    expect(meta).toContainEqual({ property: 'og:url', content: address })
    expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/og/companies.png` })
  })

  test('falls back on the picture of the landing page', () => {
    const meta = pageMeta({ ...companies, picture: undefined })
    expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/og/landing.png` })
  })

  test('a hidden page has a title, and nothing to share', () => {
    expect(pageMeta({ ...companies, hidden: true })).toEqual([
      { title: 'Lokala företag – Kvartera' },
      { name: 'robots', content: 'noindex' },
    ])
  })
})

test('the organisation can be reached through its contact form', () => {
  expect(organisationData(origin)).toMatchObject({
    '@type': 'Organization',
    name: 'Kvartera',
    url: `${origin}/`,
    contactPoint: { url: `${origin}/#contact` },
  })
})

describe('sitemap', () => {
  test('lists every path as a whole address', () => {
    expect(sitemap(origin, ['/', '/villkor'])).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${origin}/</loc></url>
  <url><loc>${origin}/villkor</loc></url>
</urlset>
`,
    )
  })

  test('escapes what XML would misread', () => {
    expect(sitemap(origin, ['/companies?postal=12540&q=a'])).toContain('?postal=12540&#38;q=a')
  })
})

test('robots may read everything that is public, and are shown the map', () => {
  expect(robots(origin)).toBe(`User-agent: *
Disallow: /dashboard

Sitemap: ${origin}/sitemap.xml
`)
})

test('whoever finds a hole is told where to tell it, and for how long that holds', () => {
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

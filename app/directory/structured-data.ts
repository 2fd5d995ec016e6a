import type { Span } from '~/companies/public'
import { formatPostcode } from '~/postcodes/public'

type Described = {
  company: {
    name: string
    bio: string
    address: string
    postcode: string
    area: string | null
    phone: string
    email: string
    rating: number
    rating_count: number
  }
  services: readonly { title: string; description: string; listOre: number }[]
  hours: readonly Span[]
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A company as schema.org data. The price is the list price, since the neighbour price is for members only. */
export function localBusinessData({ company, services, hours }: Described, page: { url: string; picture: string }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': page.url,
    url: page.url,
    name: company.name,
    description: company.bio || undefined,
    image: page.picture,
    telephone: company.phone,
    email: company.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.address,
      postalCode: formatPostcode(company.postcode),
      addressLocality: company.area ?? undefined,
      addressCountry: 'SE',
    },
    areaServed: {
      '@type': 'Place',
      name: company.area ?? formatPostcode(company.postcode),
      address: { '@type': 'PostalAddress', postalCode: formatPostcode(company.postcode), addressCountry: 'SE' },
    },
    openingHoursSpecification: hours.map(({ weekday, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${days[weekday - 1]}`,
      opens,
      closes,
    })),
    // Only from reviews on this page; left out when there are none.
    aggregateRating:
      company.rating_count === 0
        ? undefined
        : {
            '@type': 'AggregateRating',
            ratingValue: company.rating.toFixed(1),
            reviewCount: company.rating_count,
            bestRating: 5,
            worstRating: 1,
          },
    makesOffer: services.map(({ title, description, listOre }) => ({
      '@type': 'Offer',
      price: (listOre / 100).toFixed(2),
      priceCurrency: 'SEK',
      itemOffered: { '@type': 'Service', name: title, description: description || undefined },
    })),
  }
}

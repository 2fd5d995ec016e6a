import { expect, test } from 'vitest'
import { localBusinessData } from './structured-data'

const company = {
  name: 'Lind Städ & Hem',
  bio: '',
  address: 'Johan Skyttes väg 190',
  postcode: '12540',
  area: 'Älvsjö',
  phone: '+46701740610',
  email: 'hej@lind.example',
  rating: 0,
  rating_count: 0,
}
const page = { url: 'https://own.invalid/company/1', picture: 'https://own.invalid/og/company/1.png' }

test('describes a company as a LocalBusiness with its address, hours, prices and areas', () => {
  const told = localBusinessData(
    {
      company,
      services: [{ title: 'Hemstäd', description: 'Två timmar', listOre: 60_050 }],
      hours: [{ weekday: 7, opens: '10:00', closes: '14:00' }],
    },
    page,
  )
  expect(told).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Lind Städ & Hem',
    image: page.picture,
    telephone: '+46701740610',
    address: {
      streetAddress: 'Johan Skyttes väg 190',
      postalCode: '125 40',
      addressLocality: 'Älvsjö',
      addressCountry: 'SE',
    },
    openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Sunday', opens: '10:00', closes: '14:00' }],
    makesOffer: [{ price: '600.50', priceCurrency: 'SEK', itemOffered: { name: 'Hemstäd' } }],
  })
  expect(told.areaServed).toMatchObject({ name: 'Älvsjö', address: { postalCode: '125 40' } })
})

test('gives a rating with one decimal and the number of reviews', () => {
  const rated = { ...company, rating: 4.67, rating_count: 3 }
  const told = localBusinessData({ company: rated, services: [], hours: [] }, page)
  expect(told.aggregateRating).toMatchObject({ ratingValue: '4.7', reviewCount: 3, bestRating: 5, worstRating: 1 })
})

test('leaves out a rating without reviews and an empty description', () => {
  const told = localBusinessData({ company, services: [], hours: [] }, page)
  expect(JSON.parse(JSON.stringify(told))).not.toHaveProperty('description')
  expect(JSON.parse(JSON.stringify(told))).not.toHaveProperty('aggregateRating')
})

test('includes the descriptions of company and services, and uses the postcode as area without a name', () => {
  const services = [
    { title: 'Hemstäd', description: 'Två timmar', listOre: 600_00 },
    { title: 'Fönster', description: '', listOre: 300_00 },
  ]
  const told = localBusinessData({ company: { ...company, bio: 'Vi städar', area: null }, services, hours: [] }, page)
  expect([told.description, told.areaServed.name, told.address.addressLocality]).toEqual([
    'Vi städar',
    '125 40',
    undefined,
  ])
  expect(told.makesOffer.map(({ price, itemOffered }) => [price, itemOffered.description])).toEqual([
    ['600.00', 'Två timmar'],
    ['300.00', undefined],
  ])
})

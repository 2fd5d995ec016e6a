import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberPrice } from '~/companies/public'
import { OfferList } from './offer-list'

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('shows the list price before the member’s price', () => {
  const shown = renderToStaticMarkup(<MemberPrice listOre={600_00} hasDiscount />)
  expect(textOf(shown)).toMatch(/^Ordinarie pris 600 kr Ditt pris 540 kr 10% Kvartera-rabatt$/)
  expect(shown).toContain('<s>600')
})

test('shows the list price alone to a member whose month is not paid', () => {
  expect(textOf(renderToStaticMarkup(<MemberPrice listOre={600_00} hasDiscount={false} />))).toBe(
    'Ordinarie pris 600 kr',
  )
})

test('says that offers are paused for a member whose month is not paid', () => {
  const offers = [{ id: 'a', title: 'Fönsterputs på köpet', description: '', valid_to: '2026-12-31' }]
  const paused = textOf(renderToStaticMarkup(<OfferList offers={offers} isPaused />))
  expect(paused).toContain('Pausade för dig just nu: erbjudandena gäller igen när ditt medlemskap är betalt.')
  expect(textOf(renderToStaticMarkup(<OfferList offers={offers} isPaused={false} />))).not.toContain('Pausade')
})

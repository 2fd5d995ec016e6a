import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addClosedDays } from '~/companies/hours/plan-closed-days.server'
import { saveHours } from '~/companies/hours/save-hours.server'
import { createOffer } from '~/directory/offers/schedule-offers.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { openShop, type Shop, setClock } from '../../test/support/bookings'
import { letBeCalled } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { valueFrom } from '../../test/support/outcome'
import { useShownPages } from '../../test/support/pages/shown-pages'
import { joinAsAdmin } from '../../test/support/people'
import { monthsFrom, sponsorForm } from '../../test/support/sponsorship'

/** What time alone changes on cached pages: it changes at that very minute, without an invalidation. */

const house = useHouse()
const pages = useShownPages(house)

let shop: Shop
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  shop = await openShop(house)
})

const directory = () => `/companies?postal=${shop.postcode}`
const profile = () => `/company/${shop.companyId}`

/**
 * Asserts that the old text is cached until a second before the moment, and gone right after. A job may begin to the
 * minute when its notice ends.
 */
async function turns(address: string, moment: string, from: RegExp | null, to: RegExp | null) {
  const at = Date.parse(moment)
  setClock(new Date(at - 1_000).toISOString())
  const before = await pages.kept(address)
  setClock(new Date(at + 1).toISOString())
  const after = await pages.visit(address)
  for (const [page, is, isNot] of [
    [before, from, to],
    [after, to, from],
  ] as const) {
    if (is) expect(page).toMatch(is)
    else if (isNot) expect(page).not.toMatch(isNot)
  }
}

/** Open 8 to 18, Stockholm time. */
test('a cached profile changes when opening hours begin and end', async () => {
  await turns(profile(), '2026-11-20T17:00:00Z', /Öppet till 18[.:]00/, null)
  await turns(profile(), '2026-11-21T07:00:00Z', null, /Öppet till 18[.:]00/)
})

test('a cached directory changes when the first free time passes and when its day is named otherwise', async () => {
  await turns(directory(), '2026-11-20T12:00:00Z', /i dag kl\. 15[.:]00/, /i dag kl\. 15[.:]30/)
  await turns(directory(), '2026-11-20T14:00:00Z', /i dag kl\. 17[.:]00/, /i morgon kl\. 08[.:]00/)
  await turns(directory(), '2026-11-20T23:00:00Z', /i morgon kl\. 08[.:]00/, /i dag kl\. 08[.:]00/)
})

test('a cached profile shows an offer from its first day to its last', async () => {
  const offer = {
    id: randomUUID(),
    title: 'Vårputs',
    description: 'Alla fönster',
    from: '2026-11-22',
    to: '2026-11-23',
  }
  valueFrom(await createOffer(house, shop.owner.signedIn, offer))
  await turns(profile(), '2026-11-21T23:00:00Z', null, /Vårputs/)
  await turns(profile(), '2026-11-23T23:00:00Z', /Vårputs/, null)
})

test('a cached profile drops closed days that are over', async () => {
  const days = { from: '2026-11-22', to: '2026-11-23', reason: 'Semester' }
  valueFrom(await addClosedDays(house, shop.owner.signedIn, days))
  valueFrom(await saveHours(house, shop.owner.signedIn, { alike: 'on', 'opens-1-1': '08:00', 'closes-1-1': '17:00' }))
  await turns(profile(), '2026-11-23T23:00:00Z', /Semester/, null)
})

describe('a booked month on cached pages', () => {
  beforeEach(async () => {
    const admin = await joinAsAdmin(house)
    await house.db.insertInto('postcodes').values({ code: shop.postcode, name: 'Provby', state: 'open' }).execute()
    await house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', shop.companyId).execute()
    const next = monthsFrom(house)[1] ?? ''
    valueFrom(await applyAsSponsor(house, shop.owner.signedIn, sponsorForm(next)))
    await payFor(house, admin.signedIn, { companyId: shop.companyId })
  })

  test.each([directory, profile])('a sponsor’s badge appears and disappears with its month', async (address) => {
    await turns(address(), '2026-11-30T23:00:00Z', null, /Månadens sponsor/)
    await turns(address(), '2026-12-31T23:00:00Z', /Månadens sponsor/, null)
  })

  test('the pages of partners and of patrols change to the new month', async () => {
    await turns('/security', '2026-11-30T23:00:00Z', /november/i, /december/i)
    await turns(`/svarstider/${shop.postcode}`, '2026-11-30T23:00:00Z', /Avsatt i november/, /Avsatt i december/)
  })
})

// The database itself lets no company with a lapsed permit be active. It uses its own clock, which tests cannot set.
test('a partner whose permit expires disappears from the cached page', async () => {
  await letBeCalled(house, shop.companyId, '2199-12-31')
  await turns('/security', '2199-12-31T23:00:00Z', new RegExp(shop.companyId), null)
})

test('a change whose invalidation is lost shows after five seconds', async () => {
  setClock('2026-11-20T12:00:10Z')
  await pages.kept(profile())
  // Bypasses every trigger, as the product never does, so that no invalidation is sent.
  await house.asOwner(
    `set session_replication_role = replica; update companies set bio = 'Ord' where id = '${shop.companyId}'`,
  )
  setClock('2026-11-20T12:00:14.999Z')
  expect(await pages.visit(profile())).not.toMatch(/Ord</)
  setClock('2026-11-20T12:00:15Z')
  expect(await pages.visit(profile())).toMatch(/Ord</)
})

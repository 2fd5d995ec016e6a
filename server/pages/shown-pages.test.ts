import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { confirmBooking, declineBooking } from '~/bookings/change/answer-request.server'
import { cancelBooking } from '~/bookings/change/cancel-booking.server'
import { askForTime } from '~/bookings/waiting/ask-for-time.server'
import { tendWaits } from '~/bookings/waiting/tend-waits.server'
import { replaceBusyTimes } from '~/companies/calendar/busy-store.server'
import { addClosedDays } from '~/companies/hours/plan-closed-days.server'
import { saveCapacity, saveHours } from '~/companies/hours/save-hours.server'
import { saveLogo } from '~/companies/logo/save-logo.server'
import { addPhoto } from '~/companies/photos/add-photo.server'
import { changePhotoText, removePhoto } from '~/companies/photos/arrange-photos.server'
import { readPhotosOf } from '~/companies/photos/photo-store.server'
import { saveCompany } from '~/companies/save-company.server'
import { pauseService, removeService } from '~/companies/services/arrange-services.server'
import { changeService, createService } from '~/companies/services/save-service.server'
import { removePermit } from '~/company-desk/check-permit.server'
import { hideCompany } from '~/company-desk/review-company.server'
import { createOffer, stopOffer } from '~/directory/offers/schedule-offers.server'
import { blockPerson, unblockPerson } from '~/people/block-person.server'
import { answerReview } from '~/reviews/answer-review.server'
import { hideReview } from '~/reviews/hide-review.server'
import { saveReview } from '~/reviews/save-review.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../test/support/bookings'
import { doJob } from '../../test/support/crowds/done-jobs'
import { letBeCalled } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { found, valueFrom } from '../../test/support/outcome'
import { soon } from '../../test/support/pace/soon'
import { useShownPages } from '../../test/support/pages/shown-pages'
import { joinAsAdmin, joinAsMember, PASSWORD, type Resident } from '../../test/support/people'
import { twoColours } from '../../test/support/pictures'
import { monthsFrom, seasonForm, slotsOf, sponsorForm } from '../../test/support/sponsorship'

/**
 * Changes everything that the directory, a profile and the page of partners show, as the product does, and expects the
 * cached pages to change.
 */

const house = useHouse()
const pages = useShownPages(house)
const { changes } = pages

let shop: Shop
let admin: Resident
/** The clock stands still, so no page expires: what is new is new because of an invalidation. */
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  shop = await openShop(house)
  admin = await joinAsAdmin(house)
})

const directory = () => `/companies?postal=${shop.postcode}`
const profile = () => `/company/${shop.companyId}`
const security = () => '/security'

const asked = (values: Record<string, string>) => ({ house, visitor: admin.visitor, signedIn: admin.signedIn, values })
const owner = () => shop.owner.signedIn
const service = (given: Record<string, string> = {}) => ({
  id: shop.serviceId,
  title: 'Hemstäd',
  category: 'cleaning',
  price: '749',
  hours: '1',
  minutes: '0',
  ...given,
})

describe('services on cached pages', () => {
  test('change when a price changes', () =>
    changes([profile], /749/, /1.?250/, async () =>
      valueFrom(await changeService(house, owner(), service({ price: '1250' }))),
    ))

  test('change when one is added, paused and removed', async () => {
    const id = randomUUID()
    await changes([profile], null, /Taktvätt/, async () =>
      valueFrom(await createService(house, owner(), service({ id, title: 'Taktvätt' }))),
    )
    await changes([profile], /Taktvätt/, null, async () => valueFrom(await pauseService(house, owner(), { id })))
    await changes([profile], /Hemstäd/, null, async () =>
      valueFrom(await removeService(house, owner(), { id: shop.serviceId })),
    )
  })

  test('change in the results of a search', async () => {
    const search = () => `${directory()}&q=Taktv%C3%A4tt`
    await changes([search], /Inga företag hittades/, /Visa profil/, async () =>
      valueFrom(await createService(house, owner(), service({ id: randomUUID(), title: 'Taktvätt' }))),
    )
  })
})

describe('the company on cached pages', () => {
  const written = {
    name: 'Lind Städ AB',
    orgNumber: '556016-0680',
    category: 'cleaning',
    address: 'Nya vägen 2',
    phone: '08-12 34 56 79',
    email: 'hej@lind.example',
    bio: 'Vi putsar allt.',
  }

  test('changes with its description, in the directory and on its profile', () =>
    changes([directory, profile], null, /Vi putsar allt/, async () =>
      valueFrom(await saveCompany(house, owner(), { ...written, postcode: shop.postcode })),
    ))

  test('moves from one directory to another with its postcode', async () => {
    const there = () => '/companies?postal=29999'
    await changes([there], null, /Vi putsar allt/, async () => {
      expect(await pages.visit(directory())).toMatch(/Lind Städ AB/)
      valueFrom(await saveCompany(house, owner(), { ...written, postcode: '29999' }))
    })
    await vi.waitFor(async () => expect(await pages.visit(directory())).not.toMatch(/Lind Städ AB/), soon)
  })

  test('shows a new logo', async () => {
    const form = new FormData()
    form.set('picture', new File([new Uint8Array(await twoColours(300, 300))], 'logo.jpg', { type: 'image/jpeg' }))
    await changes([directory, profile], null, /<img[^>]*\/files\//, async () =>
      valueFrom(await saveLogo(house, owner(), form)),
    )
  })

  test('changes when a picture is added, gets another text and is removed', async () => {
    const form = new FormData()
    form.set('id', randomUUID())
    form.set('alt', 'Häck')
    form.set('picture', new File([new Uint8Array(await twoColours(400, 300))], 'bild.jpg'))
    await changes([directory, profile], null, /alt="Häck"/, async () =>
      valueFrom(await addPhoto(house, owner(), form, null)),
    )
    const [photo] = await readPhotosOf(house.db, shop.companyId, null)
    const id = photo?.id ?? ''
    await changes([profile], /Häck/, /En klippt buske/, async () =>
      valueFrom(await changePhotoText(house, owner(), { id, alt: 'En klippt buske' })),
    )
    await changes([directory, profile], /En klippt buske/, null, async () =>
      valueFrom(await removePhoto(house, owner(), { id })),
    )
  })

  test('changes with its hours and closed days', async () => {
    await changes([profile], /08[.:]00/, /06[.:]30/, async () =>
      valueFrom(await saveHours(house, owner(), { alike: 'on', 'opens-1-1': '06:30', 'closes-1-1': '17:00' })),
    )
    const days = { from: '2026-12-01', to: '2026-12-03', reason: 'Semester' }
    await changes([profile], null, /Semester/, async () => valueFrom(await addClosedDays(house, owner(), days)))
  })

  test('changes when an offer is created and stopped', async () => {
    const id = randomUUID()
    const offer = { id, title: 'Vårputs', description: 'Alla fönster', from: '2026-11-20', to: '2026-12-20' }
    await changes([profile], null, /Vårputs/, async () => valueFrom(await createOffer(house, owner(), offer)))
    await changes([profile], /Vårputs/, null, async () => valueFrom(await stopOffer(house, owner(), { id })))
  })
})

describe('a company disappears from cached pages', () => {
  const sure = { reason: 'Klagomål', sure: 'on' }
  const isThere = /Lind Städ AB/

  test('when an administrator hides it', () =>
    changes([directory, profile], isThere, null, async () =>
      valueFrom(found(await hideCompany(house, admin.signedIn, shop.companyId, sure))),
    ))

  test('when its owner is blocked, and returns when the owner is unblocked', async () => {
    const id = shop.owner.signedIn.person.id
    await changes([directory], isThere, null, async () => valueFrom(found(await blockPerson(asked(sure), id))))
    await changes([directory], null, isThere, async () =>
      valueFrom(found(await unblockPerson(asked({ reason: 'Ett misstag' }), id))),
    )
  })

  test('when its owner deletes the account', () =>
    changes([directory, profile], isThere, null, async () =>
      valueFrom(await deleteAccount(house, shop.owner.visitor, owner(), { password: PASSWORD, understood: 'on' })),
    ))
})

describe('badges on cached pages', () => {
  const approve = () =>
    house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', shop.companyId).execute()
  const openArea = () =>
    house.db.insertInto('postcodes').values({ code: shop.postcode, name: 'Provby', state: 'open' }).execute()

  test('a sponsor’s month appears when paid and disappears when released', async () => {
    await openArea()
    await approve()
    const month = monthsFrom(house)[0] ?? ''
    valueFrom(await applyAsSponsor(house, owner(), sponsorForm(month)))
    await changes([directory, profile], null, /Månadens sponsor/, () =>
      payFor(house, admin.signedIn, { companyId: shop.companyId }),
    )
    const [slot] = await slotsOf(house, 'sponsor_slots', shop.companyId)
    const release = { slot: slot?.id ?? '', reason: 'På begäran' }
    await changes([directory, profile], /Månadens sponsor/, null, async () =>
      valueFrom(found(await releaseSlot(house, admin.signedIn, shop.companyId, release))),
    )
  })

  test('a season appears when paid', async () => {
    await openArea()
    await approve()
    valueFrom(await applyAsSeasonPartner(house, owner(), seasonForm(monthsFrom(house, 2))))
    await changes([directory, profile], null, /Säsongspartner/, () =>
      payFor(house, admin.signedIn, { companyId: shop.companyId }),
    )
  })

  test('a security partner appears with its permit and disappears without it', async () => {
    const link = new RegExp(shop.companyId)
    await changes([security], null, link, () => letBeCalled(house, shop.companyId))
    await changes([security], link, null, async () =>
      valueFrom(found(await removePermit(house, admin.signedIn, shop.companyId, { reason: 'Återkallat', sure: 'on' }))),
    )
  })
})

describe('reviews on cached pages', () => {
  test('a review appears with its answer, and disappears when it is hidden', async () => {
    const member = await joinAsMember(house, { postcode: shop.postcode })
    const booking = await doJob(house, shop, member)
    await changes([profile], null, /Rent och fint/, async () =>
      valueFrom(found(await saveReview(house, member.signedIn, booking, { stars: '4', words: 'Rent och fint' }))),
    )
    expect(await pages.visit(directory())).toMatch(/4,0|1 omdöme/)
    const { id } = await house.db
      .selectFrom('reviews')
      .select('id')
      .where('booking_id', '=', booking)
      .executeTakeFirstOrThrow()
    await changes([profile], null, /Tack, Eva/, async () =>
      valueFrom(found(await answerReview(house, owner(), { id, answer: 'Tack, Eva' }))),
    )
    await changes([profile], /Rent och fint/, null, async () =>
      valueFrom(found(await hideReview(house, admin.signedIn, { id, reason: 'Hot' }))),
    )
  })
})

describe('the first free time on cached pages', () => {
  const day = '2026-11-21'
  const book = async (who: Resident, time: string) =>
    valueFrom(await requestBooking(house, who.signedIn, bookingValues(shop.serviceId, day, time)))

  test.each([
    ['cancelled', async (id: string, who: Resident) => cancelBooking(house, who.signedIn, { id })],
    ['declined', async (id: string) => declineBooking(house, owner(), { id })],
  ])('changes when a time is booked, and back when it is %s', async (_, end) => {
    valueFrom(await saveHours(house, owner(), { 'opens-6-1': '10:00', 'closes-6-1': '12:00' }))
    await letBeCalled(house, shop.companyId)
    const member = await joinNear(house, shop)
    let id = ''
    await changes([directory, security], /i morgon kl\. 10[.:]00/, /i morgon kl\. 11[.:]00/, async () => {
      id = (await book(member, '10:00')).id
    })
    await changes([directory, security], /i morgon kl\. 11[.:]00/, /i morgon kl\. 10[.:]00/, async () =>
      valueFrom(found(await end(id, member))),
    )
  })

  test('changes with the company’s capacity', async () => {
    valueFrom(await saveHours(house, owner(), { 'opens-6-1': '10:00', 'closes-6-1': '12:00' }))
    const { id } = await book(await joinNear(house, shop), '10:00')
    valueFrom(found(await confirmBooking(house, owner(), { id })))
    await changes([directory], /kl\. 11[.:]00/, /kl\. 10[.:]00/, async () =>
      valueFrom(await saveCapacity(house, owner(), { capacity: '2' })),
    )
  })

  test('changes when the company’s own calendar takes a time and frees it', async () => {
    valueFrom(await saveHours(house, owner(), { 'opens-6-1': '10:00', 'closes-6-1': '12:00' }))
    const now = house.clock.now()
    const calendar = { company_id: shop.companyId, address_sealed: 'x', next_attempt_at: now, created_at: now }
    await house.db.insertInto('busy_calendars').values(calendar).execute()
    const ten = Date.parse(`${day}T10:00+01:00`)
    await changes([directory], /i morgon kl\. 10[.:]00/, /i morgon kl\. 11[.:]00/, () =>
      replaceBusyTimes(house.db, shop.companyId, [{ from: ten, to: ten + 3_600_000 }]),
    )
    await changes([directory], /i morgon kl\. 11[.:]00/, /i morgon kl\. 10[.:]00/, () =>
      replaceBusyTimes(house.db, shop.companyId, []),
    )
  })

  test('changes when a cancelled time is offered to a member who waits', async () => {
    valueFrom(await saveHours(house, owner(), { 'opens-6-1': '10:00', 'closes-6-1': '11:00' }))
    const [holder, eva] = [await joinNear(house, shop), await joinNear(house, shop)]
    const { id } = await book(holder, '10:00')
    const wish = { key: randomUUID(), service: shop.serviceId, from: day, to: day, part: 'any', early: 'on' }
    valueFrom(await askForTime(house, eva.signedIn, wish))
    await changes([directory], /28 nov/, /i morgon kl\. 10[.:]00/, async () =>
      valueFrom(found(await cancelBooking(house, holder.signedIn, { id }))),
    )
    await changes([directory], /i morgon kl\. 10[.:]00/, /28 nov/, () => tendWaits(house))
  })
})

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { addPostcode, describePostcode, setPostcodeState } from '~/admin/postcodes/change-postcode.server'
import { countPublicFigures } from '~/alarms/shown/count-public-figures.server'
import { readGuardByToken } from '~/guards/public.server'
import { noteMoneyPaidOut } from '~/patrols/patrol-money.server'
import { prepareShifts } from '~/patrols/prepare-shifts.server'
import { readGuardShifts } from '~/patrols/walk/read-walk.server'
import { checkIn, logStop } from '~/patrols/walk/walk-shift.server'
import { dayOf } from '~/shared/time'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { openShop, setClock } from '../../test/support/bookings'
import { statementsOf } from '../../test/support/crowds/plans'
import { employGuard, letBeCalled, letIn, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { found, valueFrom } from '../../test/support/outcome'
import { soon } from '../../test/support/pace/soon'
import { useShownPages } from '../../test/support/pages/shown-pages'
import { joinAsAdmin, type Resident } from '../../test/support/people'
import { companyOf, joinAlone, monthsFrom, sponsorForm } from '../../test/support/sponsorship'

/** Changes everything that the public pages show of alarms and patrols in a postcode, as the product does. */

const house = useHouse()
const pages = useShownPages(house)
const { changes } = pages

let admin: Resident
/** A Monday, in the middle of a shift. The clock stands still, so what is new is new because of an invalidation. */
beforeEach(async () => {
  setClock('2027-01-11T17:05:00Z')
  admin = await joinAsAdmin(house)
})

const asked = (values: Record<string, string>) => ({ house, visitor: admin.visitor, signedIn: admin.signedIn, values })
const of = (code: string) => () => `/svarstider/${code}`

test('cached pages change when a postcode opens, is renamed and closes', async () => {
  const area = { code: '12850', name: 'Skarpnäck', latitude: '59,27', longitude: '18,13' }
  valueFrom(await addPostcode(asked(area)))
  const all = () => '/svarstider'
  const shop = await openShop(house, { postcode: area.code })
  await openPartner(house, { name: 'Vakt AB', postcode: area.code })
  await changes([all], null, /Skarpnäck/, async () =>
    valueFrom(found(await setPostcodeState(asked({ state: 'open', reason: 'Nu' }), area.code))),
  )
  const named = [all, of(area.code), () => `/companies?postal=${area.code}`, () => `/company/${shop.companyId}`]
  await changes(named, /Skarpnäck/, /Pungpinan/, async () =>
    valueFrom(found(await describePostcode(asked({ ...area, name: 'Pungpinan' }), area.code))),
  )
  await changes([all], /Pungpinan/, null, async () =>
    valueFrom(found(await setPostcodeState(asked({ state: 'closed', reason: 'Paus' }), area.code))),
  )
  expect(await pages.visit(of(area.code)())).toBe('status 404')
})

test('a postcode’s cached page changes when its figures are counted', async () => {
  const { postcode } = await companyOf(house, await joinAlone(house))
  await changes([of(postcode)], /Inte räknat än/, /Inget larm har skickats/, () => countPublicFigures(house))
})

test('a postcode’s cached page changes with money set aside and paid out for patrols', async () => {
  const person = await joinAlone(house)
  const { id, postcode } = await companyOf(house, person)
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
  await changes([of(postcode)], null, /199\skr/, () => payFor(house, admin.signedIn, { companyId: id }))
  await letBeCalled(house, id)
  const form = { key: randomUUID(), company: id, amount: '150', paidOn: dayOf(house.clock.now()), reference: 'F-7' }
  await changes([of(postcode)], null, /150\skr/, async () =>
    valueFrom(await noteMoneyPaidOut(house, admin.signedIn, postcode, form)),
  )
})

test('a postcode’s cached page changes with patrols and their stops', async () => {
  const person = await joinAlone(house)
  const { id, postcode } = await companyOf(house, person)
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
  await payFor(house, admin.signedIn, { companyId: id })
  const partner = await openPartner(house, { name: 'Vakt AB', postcode })
  const secret = randomUUID()
  const off = { on_duty_since: null, on_duty_until: null }
  await employGuard(house, partner.id, { ...letIn(secret, house.clock.now()), ...off })
  const guard = await readGuardByToken(house.db, secret, house.clock.now())
  if (!guard) throw new Error('not let in')
  await prepareShifts(house)
  const [shift] = await readGuardShifts(house, guard)
  await changes([of(postcode)], /Ingen än/, /1 gångna, med 0 stopp/, async () =>
    valueFrom(found(await checkIn(house, guard, shift?.id))),
  )
  await changes([of(postcode)], /med 0 stopp/, /med ett stopp/, async () =>
    valueFrom(found(await logStop(house, guard, shift?.id, { key: randomUUID(), note: '' }))),
  )
})

/** Every table that these pages read must have an invalidation trigger. */
test('every table that the cached pages read has an invalidation trigger, and no other table has one', async () => {
  const shop = await openShop(house)
  const person = await joinAlone(house)
  const { id, postcode } = await companyOf(house, person)
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
  await payFor(house, admin.signedIn, { companyId: id })
  await letBeCalled(house, shop.companyId)
  const statements = await statementsOf(house, async (db) => {
    const asItWas = house.db
    house.db = db
    try {
      for (const address of [
        `/companies?postal=${shop.postcode}&q=st%C3%A4d&category=cleaning`,
        `/company/${shop.companyId}`,
        '/security',
        '/svarstider',
        `/svarstider/${postcode}`,
      ]) {
        const before = pages.rendered()
        await pages.visit(`${address}${address.includes('?') ? '&' : '?'}anew`)
        expect(pages.rendered()).toBe(before + 1)
      }
    } finally {
      house.db = asItWas
    }
  })
  const names = await house.db.introspection.getTables().then((tables) => tables.map(({ name }) => name))
  const read = names.filter((name) =>
    statements.some(({ sql }) => new RegExp(`\\b(from|join)\\s+"?${name}"?(\\s|\\)|$)`).test(sql)),
  )
  expect(read).toContain('sponsor_slots')
  const { rows } = await house.pool.query(`select distinct tgrelid::regclass::text as name from pg_trigger
    where tgname in ('is_shown', 'is_shown_anew')`)
  const told = rows.map(({ name }) => name)
  // Only bookings have no trigger: they are announced after their commit (bookings/tell-pages). No session is read,
  // since the visitor is logged out.
  expect(read.filter((name) => !told.includes(name))).toEqual(['bookings'])
  // And no table has a trigger that none of these pages reads.
  expect(told.filter((name) => !read.includes(name))).toEqual([])
})

test('a 404 is not cached', async () => {
  const before = pages.rendered()
  for (const _ of [1, 2]) expect(await pages.visit(`/company/${randomUUID()}`)).toBe('status 404')
  expect(pages.rendered()).toBe(before + 2)
})

test('a list of companies with a free time is not cached', async () => {
  const before = pages.rendered()
  for (const _ of [1, 2]) await pages.visit('/companies?postal=12540&ledigt=idag')
  expect(pages.rendered()).toBe(before + 2)
})

test('a page that changes while it renders goes to its first visitor only', async () => {
  const { postcode } = await companyOf(house, await joinAlone(house))
  const address = of(postcode)()
  const beside = `${address}?bredvid`
  await pages.kept(beside)
  let isDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    isDrawn = resolve
  })
  let send = () => {}
  pages.during = () => {
    isDrawn()
    pages.during = async () => {}
    return new Promise((resolve) => {
      send = resolve
    })
  }
  const [early, waiting] = [pages.visit(address), drawn.then(() => pages.visit(address))]
  await drawn
  await countPublicFigures(house)
  await vi.waitFor(async () => expect(await pages.visit(beside)).toMatch(/Inget larm har skickats/), soon)
  // A visitor who comes after the invalidation does not wait for a page whose rendering began before it.
  expect(await pages.visit(address)).toMatch(/Inget larm har skickats/)
  send()
  expect(await early).toMatch(/Inte räknat än/)
  expect(await waiting).toMatch(/Inget larm har skickats/)
  expect(await pages.visit(address)).toMatch(/Inget larm har skickats/)
})

test('pages are not cached while the listening connection is lost, and earlier ones are dropped', async () => {
  const { postcode } = await companyOf(house, await joinAlone(house))
  const address = of(postcode)()
  await pages.kept(address)
  await house.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query ilike 'listen%' or query = 'select 1') and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(() => expect(pages.isHeard()).toBe(false), { ...soon, interval: 1 })
  const before = pages.rendered()
  await house.db.updateTable('postcodes').set({ name: 'Under tystnaden' }).where('code', '=', postcode).execute()
  await vi.waitFor(() => expect(pages.isHeard()).toBe(true), soon)
  expect(await pages.visit(address)).toMatch(/Under tystnaden/)
  expect(pages.rendered()).toBeGreaterThan(before)
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSubscriptionsOf, upsertSubscription } from '~/notifications/public.server'
import { notThere } from '~/shared/outcome'
import { guardRow, letBeCalled, newPhone, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { smsTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { goOffDuty, goOnDuty, putOnDuty, sharePosition, takeOffDuty } from '../coverage/switch-duty.server'
import { readDispatchList } from '../dispatch-store.server'
import { readGuardByToken } from '../guard-store.server'
import { enterByLink } from '../link/enter-by-link.server'
import { browserKey, hashOfSecret } from '../link/guard-cookie.server'
import { readOwnGuards } from './own-guards-store.server'
import { proveGuardPhone, proveOwnPhone, sendCodeToGuard, sendCodeToSelf } from './prove-guard-phone.server'
import { remindOfTests } from './remind-of-tests.server'
import { removeGuard, revokeLink } from './remove-guard.server'
import { addGuard, changeGuard, renewLink } from './save-guard.server'

const house = useHouse()
type Partner = { owner: Resident; id: string; postcode: string }

async function joinAsPartner(): Promise<Partner> {
  const owner = await joinAsCompany(house, { postcode: newPostcode() })
  const { id, postcode } = await companyOf(house, owner)
  await letBeCalled(house, id)
  return { owner, id, postcode }
}

const form = (given: Record<string, string> = {}) => ({
  id: randomUUID(),
  name: 'Ali Rahimi',
  phone: newPhone(),
  ...given,
})

async function employ({ owner }: Partner, given: Record<string, string> = {}) {
  const values = form(given)
  valueFrom(await addGuard(house, owner.signedIn, values))
  return values
}

const texts = (phone: string) => smsTo(house, phone)

async function linkOf(phone: string): Promise<string> {
  const sms = (await texts(phone)).find(({ kind }) => kind === 'guard link')
  const address = /https?:\/\/\S+/.exec(sms?.text ?? '')?.[0] ?? ''
  return new URL(address).searchParams.get('nyckel') ?? ''
}

async function codeOf(phone: string): Promise<string> {
  const sms = (await texts(phone)).find(({ kind }) => kind === 'phone code')
  return /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
}

/** A browser presses the button of a link; it gets access if it is the first. */
const enter = (secret: string, browser = 'her phone') => enterByLink(house, { nyckel: secret }, browser)
const inBy = (secret: string, browser = 'her phone') =>
  readGuardByToken(house.db, browserKey(browser, secret), house.clock.now())
/** Opens the link and returns the guard it lets in, or null. */
async function entered(secret: string, browser?: string) {
  await enter(secret, browser)
  return inBy(secret, browser)
}
const list = ({ postcode }: Partner) => readDispatchList(house.db, [postcode], house.clock.now())
const guardsIn = async (partner: Partner) => (await list(partner)).filter(({ guardId }) => guardId !== null)

let partner: Partner
beforeEach(async () => {
  partner = await joinAsPartner()
})

describe('adding a guard', () => {
  test('sends a link by SMS that opens the guard’s page and verifies the number', async () => {
    const { id, phone } = await employ(partner)
    expect(await guardRow(house.db, id)).toMatchObject({ phone_verified_at: null, link_used_at: null })
    const secret = await linkOf(phone)
    expect((await guardRow(house.db, id)).link_hash).toBe(hashOfSecret(secret))
    const { cookies } = valueFrom(await enter(secret))
    expect(cookies[0]).toMatch(/^vakt=.*HttpOnly; SameSite=Lax/)
    expect(await entered(secret)).toMatchObject({ id, companyId: partner.id, isCalled: true })
    expect((await guardRow(house.db, id)).phone_verified_at).not.toBeNull()
  })

  test('is idempotent: the same form sent concurrently adds one guard and sends one SMS', async () => {
    const values = form()
    await Promise.all([1, 2, 3].map(() => addGuard(house, partner.owner.signedIn, values)))
    expect(await readOwnGuards(house.db, partner.id)).toHaveLength(1)
    expect(await texts(values.phone)).toHaveLength(1)
  })

  test.each([
    [{ name: '' }, { name: 'Fyll i väktarens namn' }],
    [{ name: 'Bo 112' }, { name: 'Skriv namnet med bokstäver, till exempel Bo Ek' }],
    [
      { name: 'Polisen' },
      {
        name: 'Skriv väktarens eget namn. De boende ser förnamnet, och ska inte tro att det är någon annan som kommer',
      },
    ],
    [{ phone: '' }, { phone: 'Fyll i väktarens mobilnummer' }],
    [{ phone: '12' }, { phone: 'Skriv ett telefonnummer, till exempel 070-123 45 67' }],
  ])('refuses %o with a message at the field', async (given, fields) => {
    expect(refusalFrom(await addGuard(house, partner.owner.signedIn, form(given))).fields).toEqual(fields)
    expect(await readOwnGuards(house.db, partner.id)).toEqual([])
  })

  test('refuses a number that another guard of the company has, but not one at another company', async () => {
    const { phone } = await employ(partner)
    const again = refusalFrom(await addGuard(house, partner.owner.signedIn, form({ phone })))
    expect(again.fields.phone).toBe('En annan av era väktare har det numret')
    await employ(await joinAsPartner(), { phone })
  })

  test('is not allowed for a company that is no partner, nor for a member', async () => {
    const baker = await joinAsCompany(house)
    await expect(addGuard(house, baker.signedIn, form())).rejects.toThrow('not allowed')
    const member = await joinAsMember(house)
    await expect(addGuard(house, member.signedIn, form())).rejects.toThrow('not allowed')
  })

  test('allows thirty SMS with links an hour', async () => {
    const { id } = await employ(partner)
    for (let count = 1; count < 30; count++) valueFrom(await renewLink(house, partner.owner.signedIn, { id }))
    expect(refusalFrom(await renewLink(house, partner.owner.signedIn, { id })).message).toMatch(/många SMS/)
    house.clock.forward({ minutes: 61 })
    valueFrom(await renewLink(house, partner.owner.signedIn, { id }))
  })
})

describe('a link', () => {
  test('stops working when a new one is made', async () => {
    const { id, phone } = await employ(partner)
    const first = await linkOf(phone)
    valueFrom(await renewLink(house, partner.owner.signedIn, { id }))
    expect(await entered(first)).toBeNull()
    expect(refusalFrom(await enter(first)).title).toBe('Länken gäller inte längre')
    expect(await entered(await linkOf(phone))).toMatchObject({ id })
  })

  test('stops working when it is revoked, the guard is removed, the number changes or the company is deleted', async () => {
    const deaths = {
      revoked: (id: string) => revokeLink(house, partner.owner.signedIn, { id }),
      removed: (id: string) => removeGuard(house, partner.owner.signedIn, { id }),
      changed: (id: string) => changeGuard(house, partner.owner.signedIn, form({ id })),
      gone: () =>
        house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', partner.id).execute(),
    }
    for (const kill of Object.values(deaths)) {
      const { id, phone } = await employ(partner)
      const secret = await linkOf(phone)
      expect(await entered(secret)).not.toBeNull()
      await kill(id)
      expect(await entered(secret)).toBeNull()
    }
  })

  test.each([
    ['renewed', renewLink],
    ['revoked', revokeLink],
  ])('that is %s deletes the push subscription of the phone that had the one before', async (_, deed) => {
    const { id } = await employ(partner)
    const browser = { endpoint: `https://push.test/${id}`, p256dh: 'x', auth: 'x', device: 'Chrome' }
    await upsertSubscription(house.db, { kind: 'guard', id }, browser, house.clock.now())
    valueFrom(await deed(house, partner.owner.signedIn, { id }))
    expect(await readSubscriptionsOf(house.db, { kind: 'guard', id })).toEqual([])
  })

  test.each(['', 'x', "' or 1=1", 'a'.repeat(10_000)])('with an invalid secret opens nothing: %s', async (secret) => {
    await employ(partner)
    expect(await entered(secret)).toBeNull()
    refusalFrom(await enter(secret))
  })

  test('of a company without a permit lets the guard in and says that the company is not called', async () => {
    const { phone } = await employ(partner)
    const secret = await linkOf(phone)
    await house.db.deleteFrom('security_partner_records').where('company_id', '=', partner.id).execute()
    expect(await entered(secret)).toMatchObject({ isCalled: false })
  })
})

describe('a number', () => {
  test('is verified by a code that the company or the guard types in', async () => {
    const { id, phone } = await employ(partner)
    valueFrom(await sendCodeToGuard(house, partner.owner.signedIn, { id }, partner.owner.visitor))
    refusalFrom(await proveGuardPhone(house, partner.owner.signedIn, { id, code: 'abc' }))
    valueFrom(await proveGuardPhone(house, partner.owner.signedIn, { id, code: await codeOf(phone) }))
    expect((await guardRow(house.db, id)).phone_verified_at).not.toBeNull()

    const other = await employ(partner)
    const guard = await entered(await linkOf(other.phone))
    if (!guard) throw new Error('not in')
    valueFrom(await sendCodeToSelf(house, guard, {}, partner.owner.visitor))
    valueFrom(await proveOwnPhone(house, guard, { code: await codeOf(other.phone) }))
    expect((await guardRow(house.db, other.id)).phone_verified_at).not.toBeNull()
  })

  test('that changes is unverified, off the dispatch list, and gets a link of its own', async () => {
    const { id, phone } = await employ(partner)
    valueFrom(await enter(await linkOf(phone)))
    valueFrom(await putOnDuty(house, partner.owner.signedIn, { id, hours: '8' }))
    expect(await guardsIn(partner)).toHaveLength(1)
    const moved = newPhone()
    valueFrom(await changeGuard(house, partner.owner.signedIn, { id, name: 'Ali Rahimi', phone: moved }))
    expect(await guardsIn(partner)).toEqual([])
    // The verification of the old number does not carry over to the new one.
    expect((await guardRow(house.db, id)).phone_verified_at).toBeNull()
    expect(await entered(await linkOf(moved))).toMatchObject({ id })
  })

  test('is not verified by a code that went to the number before', async () => {
    const { id, phone } = await employ(partner)
    valueFrom(await sendCodeToGuard(house, partner.owner.signedIn, { id }, partner.owner.visitor))
    const code = await codeOf(phone)
    valueFrom(await changeGuard(house, partner.owner.signedIn, form({ id })))
    refusalFrom(await proveGuardPhone(house, partner.owner.signedIn, { id, code }))
    expect((await guardRow(house.db, id)).phone_verified_at).toBeNull()
  })
})

describe('duty', () => {
  test('ends by itself, by the company and by the guard', async () => {
    const { id, phone } = await employ(partner)
    valueFrom(await enter(await linkOf(phone)))
    valueFrom(await putOnDuty(house, partner.owner.signedIn, { id, hours: '4' }))
    expect(await guardsIn(partner)).toMatchObject([{ guardId: id, phone }])
    house.clock.forward({ hours: 4 })
    expect(await guardsIn(partner)).toEqual([])

    const guard = await entered(await linkOf(phone))
    if (!guard) throw new Error('not in')
    valueFrom(await goOnDuty(house, guard, { hours: '12' }))
    expect(await guardsIn(partner)).toHaveLength(1)
    valueFrom(await takeOffDuty(house, partner.owner.signedIn, { id }))
    expect(await guardsIn(partner)).toEqual([])
    valueFrom(await goOnDuty(house, guard, { hours: '12' }))
    valueFrom(await goOffDuty(house, guard))
    expect(await guardsIn(partner)).toEqual([])
  })

  test.each(['', '0', '5', '24', '1e3', '-4'])('of %s hours is refused', async (hours) => {
    const { id } = await employ(partner)
    refusalFrom(await putOnDuty(house, partner.owner.signedIn, { id, hours }))
    expect((await guardRow(house.db, id)).on_duty_since).toBeNull()
  })

  test('can be renewed any number of times and never lasts longer than a day', async () => {
    const { id } = await employ(partner)
    for (let count = 0; count < 6; count++) {
      valueFrom(await putOnDuty(house, partner.owner.signedIn, { id, hours: '12' }))
      house.clock.forward({ hours: 8 })
    }
    expect((await guardRow(house.db, id)).on_duty_until).not.toBeNull()
  })

  test('is required for sharing a position, which is deleted when it ends', async () => {
    const { id, phone } = await employ(partner)
    const guard = await entered(await linkOf(phone))
    if (!guard) throw new Error('not in')
    const place = { latitude: '59.28', longitude: '18.01' }
    valueFrom(await sharePosition(house, guard, place))
    expect((await guardRow(house.db, id)).position_at).toBeNull()
    valueFrom(await goOnDuty(house, guard, { hours: '4' }))
    valueFrom(await sharePosition(house, guard, place))
    expect(await guardRow(house.db, id)).toMatchObject({ latitude: 59.28 })
    refusalFrom(await sharePosition(house, guard, { latitude: '91', longitude: 'x' }))
    // The duty has expired, though nobody has ended it.
    house.clock.forward({ hours: 5 })
    await sharePosition(house, guard, { latitude: '59.31', longitude: '18.01' })
    expect(await guardRow(house.db, id)).toMatchObject({ latitude: 59.28 })
    valueFrom(await goOffDuty(house, guard))
    expect(await guardRow(house.db, id)).toMatchObject({ latitude: null, position_at: null })
  })
})

test('what a company does with one guard changes nothing for a colleague', async () => {
  const [{ id }, colleague] = [await employ(partner), await employ(partner)]
  for (const { id, phone } of [await employ(partner), colleague]) {
    valueFrom(await enter(await linkOf(phone)))
    valueFrom(await putOnDuty(house, partner.owner.signedIn, { id, hours: '8' }))
  }
  const before = await guardRow(house.db, colleague.id)
  const own = partner.owner.signedIn
  valueFrom(await sendCodeToGuard(house, own, { id }, partner.owner.visitor))
  valueFrom(await putOnDuty(house, own, { id, hours: '4' }))
  valueFrom(await takeOffDuty(house, own, { id }))
  valueFrom(await changeGuard(house, own, form({ id, name: 'Siv Ek' })))
  valueFrom(await renewLink(house, own, { id }))
  valueFrom(await revokeLink(house, own, { id }))
  valueFrom(await removeGuard(house, own, { id }))
  expect(await guardRow(house.db, colleague.id)).toEqual(before)
  expect(before).toMatchObject({ phone: colleague.phone, on_duty_since: expect.any(Date) })
})

test('a removed guard has no phone, link or duty left, and the company and administrators are notified', async () => {
  const { id, phone } = await employ(partner)
  house.told.length = 0
  valueFrom(await enter(await linkOf(phone)))
  expect(house.told).toEqual([{ to: [`company:${partner.id}`], about: 'patrols' }])
  const everybody = { to: [`company:${partner.id}`, `postcode:${partner.postcode}`, 'admin'], about: 'patrols' }
  house.told.length = 0
  for (const deed of [putOnDuty, takeOffDuty, putOnDuty]) {
    valueFrom(await deed(house, partner.owner.signedIn, { id, hours: '8' }))
  }
  expect(house.told).toEqual([everybody, everybody, everybody])
  house.told.length = 0
  valueFrom(await removeGuard(house, partner.owner.signedIn, { id }))
  expect(house.told).toEqual([everybody])
  expect(await guardsIn(partner)).toEqual([])
  expect(await guardRow(house.db, id)).toMatchObject({
    name: 'Ali Rahimi',
    phone: null,
    phone_verified_at: null,
    link_hash: null,
    on_duty_since: null,
  })
  // The number can be used for another guard.
  await employ(partner, { phone })
})

test('returns "not there" for another company’s guard, whatever the action', async () => {
  const { id } = await employ(partner)
  const stranger = (await joinAsPartner()).owner.signedIn
  const before = await guardRow(house.db, id)
  const deeds = [
    changeGuard,
    removeGuard,
    renewLink,
    revokeLink,
    putOnDuty,
    takeOffDuty,
    sendCodeToGuard,
    proveGuardPhone,
  ]
  for (const deed of deeds) {
    expect(await deed(house, stranger, { ...form(), id, hours: '8', code: '123456' }, partner.owner.visitor)).toEqual(
      notThere,
    )
  }
  for (const nonsense of ['', 'x', "'"]) {
    expect(await removeGuard(house, stranger, { id: nonsense })).toEqual(notThere)
  }
  // An id that belongs to another company's guard neither inserts nor updates anything.
  refusalFrom(await addGuard(house, stranger, form({ id })))
  expect(await guardRow(house.db, id)).toEqual(before)
})

describe('the monthly test', () => {
  const reminded = async () => {
    await remindOfTests(house)
    return (await house.deliver()).filter(
      ({ subject, recipient }) => subject === 'Testa väktarnas telefoner' && recipient === partner.owner.email,
    )
  }

  test('names each phone that has not been tested for a month, once a month', async () => {
    const first = await employ(partner, { name: 'Ali Rahimi' })
    valueFrom(await enter(await linkOf(first.phone)))
    await employ(partner, { name: 'Aldrig Bekräftad' })
    await reminded()
    expect(await reminded()).toEqual([])
    house.clock.forward({ days: 32 })
    const second = await employ(partner, { name: 'Mira Ek' })
    valueFrom(await enter(await linkOf(second.phone)))
    const [mail, ...others] = await reminded()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Ali Rahimi')
    expect(mail?.text).not.toMatch(/Mira|Aldrig/)
    expect(await reminded()).toEqual([])
  })

  test('counts a code that is typed in as a test', async () => {
    const { id, phone } = await employ(partner)
    valueFrom(await enter(await linkOf(phone)))
    await reminded()
    house.clock.forward({ days: 30 })
    valueFrom(await sendCodeToGuard(house, partner.owner.signedIn, { id }, partner.owner.visitor))
    valueFrom(await proveGuardPhone(house, partner.owner.signedIn, { id, code: await codeOf(phone) }))
    house.clock.forward({ days: 5 })
    expect(await reminded()).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { verifyEmail } from '~/accounts/address/verify-email.server'
import { confirmLogin } from '~/accounts/login/confirm-login.server'
import { currentTerms, newestNews, tellOfTerms } from '~/accounts/public.server'
import { enrolSecondFactor } from '~/accounts/second-factor/enrol-second-factor.server'
import { sendMail } from '~/outbox/public.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { dayOf } from '~/shared/time'
import { nameOne } from '../../../test/support/alarms'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsCompany, joinAsMember, PASSWORD, provePhoneOf, type Resident } from '../../../test/support/people'
import { acceptedEarlierTerms, earlierTerms } from '../../../test/support/sponsorship'
import { exportAccount } from './export-account.server'
import { loader } from './pages/export'

const house = useHouse()
holdWakes(house)

async function proven(person: Resident): Promise<Resident> {
  valueFrom(await verifyEmail(house, { token: tokenIn(mailTo(await house.deliver(), person.email)) }))
  return enter(house, person.cookies)
}

test('exports the profile, sessions, terms, mails and questions of a person', async () => {
  const person = await proven(await joinAsMember(house))
  const question = {
    key: randomUUID(),
    name: 'Eva',
    email: person.email,
    interest: 'customer' as const,
    message: 'När går ronden?',
  }
  await house.db.insertInto('contact_messages').values(question).execute()

  expect(await exportAccount(house, person.signedIn)).toMatchObject({
    profil: {
      namn: 'Eva Lind',
      epost: person.email,
      epostBekräftad: true,
      telefon: '+46701234567',
      postnummer: '12540',
      roll: 'member',
    },
    godkändaVillkor: [{ version: currentTerms() }],
    villkorViHarBerättatOm: [],
    inloggningssätt: [{ sätt: 'E-post och lösenord' }],
    inloggningar: [{ ipAdress: '192.0.2.1', webbläsare: 'Vitest' }],
    företag: [],
    mejlTillDig: [{ rubrik: 'Bekräfta din e-postadress', status: 'Skickat' }],
    frågorFrånDig: [{ namn: 'Eva', meddelande: 'När går ronden?' }],
  })
})

test('exports which new terms the person was told of, and from when they apply', async () => {
  const person = await joinAsMember(house)
  await acceptedEarlierTerms(house, person)
  await tellOfTerms(house)
  const { godkändaVillkor, villkorViHarBerättatOm } = found(await exportAccount(house, person.signedIn))
  expect(godkändaVillkor).toMatchObject([{ version: earlierTerms }])
  const today = dayOf(house.clock.now())
  expect(villkorViHarBerättatOm).toEqual([
    { version: newestNews()?.name, berättat: today, gällerDigFrån: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
})

test('exports no mail that belongs to somebody who had the address before, but what was written to it about nobody', async () => {
  const [person, before] = [await proven(await joinAsMember(house)), await joinAsMember(house)]
  await house.db.deleteFrom('outbox_messages').execute()
  const letter = { greeting: 'Hej,', paragraphs: ['Skälet: prov.'] }
  const to = (personId: string | null) => ({ recipient: person.email, personId })
  await sendMail(house.db, 'person blocked', to(before.signedIn.person.id), 'Till den förra', letter)
  await sendMail(house.db, 'contact answer', to(null), 'Svar på din fråga', letter)
  await house.db.updateTable('outbox_messages').set({ person_id: null }).where('kind', '=', 'contact answer').execute()
  await sendMail(house.db, 'password changed', to(person.signedIn.person.id), 'Ditt lösenord är bytt', letter)
  house.wake('mail')
  const { mejlTillDig } = found(await exportAccount(house, person.signedIn))
  expect(mejlTillDig).toMatchObject([{ rubrik: 'Svar på din fråga' }, { rubrik: 'Ditt lösenord är bytt' }])
})

test('requires the password again when the login is older than fifteen minutes', async () => {
  const { cookies } = await joinAsMember(house)
  house.clock.forward({ minutes: 16 })
  const stale = await enter(house, cookies)
  expect(await exportAccount(house, stale.signedIn)).toBeNull()
  const context = new RouterContextProvider()
  context.set(houseContext, house)
  context.set(visitorContext, stale.visitor)
  const request = new Request('http://kvartera.test/dashboard/account/export')
  const answer: Response = await loader({ request, context } as never).catch((thrown: Response) => thrown)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard/account/data'])
  const asked = { house, visitor: stale.visitor, signedIn: stale.signedIn }
  for (const password of ['', 'fel']) {
    expect(refusalFrom(await confirmLogin({ ...asked, values: { password } })).fields.password).toBeTruthy()
    expect(await exportAccount(house, (await enter(house, cookies)).signedIn)).toBeNull()
  }
  valueFrom(await confirmLogin({ ...asked, values: { password: PASSWORD } }))
  expect(await exportAccount(house, (await enter(house, cookies)).signedIn)).toMatchObject({ profil: {} })
})

test('includes the company in its owner’s file', async () => {
  const { signedIn } = await joinAsCompany(house, { referredBy: '073-555 66 77' })
  expect(found(await exportAccount(house, signedIn)).företag).toMatchObject([
    {
      namn: 'Lind Städ AB',
      organisationsnummer: '556016-0680',
      kategori: 'Städning',
      telefon: '+46812345678',
      tipsadAv: '+46735556677',
      paket: 'base',
    },
  ])
})

test('contains no secret: no hash, session token, link or second factor', async () => {
  const joined = await joinAsMember(house)
  const secrets = [tokenIn(mailTo(await house.deliver(), joined.email))]
  valueFrom(await verifyEmail(house, { token: secrets[0] ?? '' }))
  const { uri, recoveryCodes } = valueFrom(
    await enrolSecondFactor(house, joined.visitor, joined.signedIn, { password: PASSWORD }),
  )
  secrets.push(PASSWORD, new URL(uri).searchParams.get('secret') ?? '', ...recoveryCodes)
  const { id } = joined.signedIn.person
  const { password } = await house.db
    .selectFrom('identities')
    .select('password')
    .where('profile_id', '=', id)
    .executeTakeFirstOrThrow()
  const { token } = await house.db
    .selectFrom('sessions')
    .select('token')
    .where('profile_id', '=', id)
    .executeTakeFirstOrThrow()

  const file = JSON.stringify(found(await exportAccount(house, joined.signedIn)))
  expect(file).toContain('(hemlig länk eller kod)')
  for (const secret of [...secrets, password ?? '', token]) expect(file).not.toContain(secret)
})

describe('the exported file contains nothing', () => {
  test('of a neighbour', async () => {
    const neighbour = await joinAsCompany(house, { companyName: 'Grannens Bolag' })
    const { signedIn } = await joinAsMember(house)
    const file = JSON.stringify(found(await exportAccount(house, signedIn)))
    expect(file).not.toContain('Grannens Bolag')
    expect(file).not.toContain(neighbour.email)
  })

  test('that belongs to an unverified number', async () => {
    const phone = '+46701741390'
    const sms = { provider_id: 'export', sender: phone, text: 'Hjärtliga ord', taken_as: 'other' } as const
    await house.db
      .insertInto('sms_received')
      .values({ ...sms, received_at: house.clock.now() })
      .execute()
    await nameOne(house, await joinAsMember(house, { name: 'Farmor Ek' }), { phone })
    house.wake('messages')
    const person = await joinAsMember(house, { phone })
    const hangsOnIt = async () => {
      const { aviseringar, vilkaFårVeta } = found(await exportAccount(house, person.signedIn))
      return { sms: aviseringar.smsFrånDig.map(({ text }) => text), about: vilkaFårVeta.duFårVetaOm.length }
    }
    expect(await hangsOnIt()).toEqual({ sms: [], about: 0 })
    await provePhoneOf(house, person)
    expect(await hangsOnIt()).toEqual({ sms: ['Hjärtliga ord'], about: 1 })
  })

  test('that belongs to an unverified e-mail address', async () => {
    const person = await joinAsMember(house)
    const question = {
      key: randomUUID(),
      name: 'Rätt Ägare',
      email: person.email,
      interest: 'customer' as const,
      message: 'Hemligt',
    }
    await house.db.insertInto('contact_messages').values(question).execute()
    await house.deliver()
    const file = found(await exportAccount(house, person.signedIn))
    expect(file.mejlTillDig).toContain('Bekräfta din e-postadress')
    expect(JSON.stringify(file)).not.toContain('Hemligt')
  })
})

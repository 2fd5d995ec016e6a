import { expect, test } from 'vitest'
import { signUpShort } from '~/shell/joining/sign-up-member.server'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { enter, joinAsAmbassador, joinAsCompany, joinAsMember, memberForm } from '../../../test/support/people'
import { readAmbassador } from './read-ambassador.server'

const house = useHouse()

test('an ambassador sees the tip link, the recruited companies and the free months', async () => {
  const phone = '+46701749001'
  const member = await joinAsAmbassador(house, { phone })
  await joinAsCompany(house, { companyName: 'Pärlan AB', referredBy: phone })
  const page = await readAmbassador(house, member.signedIn)
  expect(page.tip).toMatchObject({
    phone: '070-174 90 01',
    link: 'http://kvartera.test/signup?role=company&ref=0701749001',
  })
  expect(page.months).toBe(12)
  expect(page.freeUntil).toMatch(/^\d+ \p{L}+ \d{4}$/u)
  expect(page.recruited).toMatchObject([
    { name: 'Pärlan AB', state: 'granted', period: expect.stringMatching(/^\d+ \p{L}+ \d{4} – \d+ \p{L}+ \d{4}$/u) },
  ])
  expect(page.isProven).toBe(true)
})

test.each([
  ['hidden', { review_state: 'hidden' as const, hidden_reason: 'Hemligt skäl' }],
  ['gone', { deleted_at: new Date() }],
])('an ambassador does not see the name of a company that is %s', async (state, change) => {
  const phone = state === 'gone' ? '+46701749002' : '+46701749003'
  const member = await joinAsAmbassador(house, { phone })
  const company = await joinAsCompany(house, { companyName: 'Pärlan AB', referredBy: phone })
  await house.db.updateTable('companies').set(change).where('email', '=', company.email).execute()
  const page = await readAmbassador(house, member.signedIn)
  expect(page.recruited).toMatchObject([{ name: null, state: 'granted' }])
  expect(JSON.stringify(page)).not.toMatch(/Pärlan|Hemligt|exempel\.se/)
})

test('a member does not see another member’s tips', async () => {
  const phone = '+46701749004'
  await joinAsAmbassador(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  const page = await readAmbassador(house, (await joinAsMember(house, { phone: '+46701749005' })).signedIn)
  expect(page).toMatchObject({ months: 0, freeUntil: null, recruited: [], isProven: false })
})

test('a member without a phone number has no tip link', async () => {
  const { cookies } = valueFrom(await signUpShort(house, await house.visitor(), memberForm()))
  const { signedIn } = await enter(house, cookies)
  expect((await readAmbassador(house, signedIn)).tip).toBeNull()
})

import { expect, test } from 'vitest'
import { takeNotice } from '~/platform/http/notice.server'
import { accepted, notThere, refused } from '~/shared/outcome'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { type Asked, answerDeed, type Deed, formSent } from './deed.server'
import { isAdmin, onlyAdmin, onlyMember } from './guard.server'

const house = useHouse()

/** Only the form values are read here; the rest of `Asked` is never used. */
const asked = (values: Record<string, string>) => ({ values }) as Asked
const save: Deed = { does: async () => accepted(null), says: { title: 'Sparat', message: 'Klart.' }, to: '/x' }
const answered = (deed: Partial<Deed>, values: Record<string, string> = { intent: 'save' }) =>
  answerDeed({ save: { ...save, ...deed } }, asked(values)) as Promise<Response & { data: unknown; init: ResponseInit }>

async function noticeOf(response: Response) {
  const cookie = response.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
  return (await takeNotice(new Request('http://kvartera.test', { headers: { cookie } })))?.notice
}

test('redirects to its page and section with a notice', async () => {
  const done = await answered({})
  expect([done.status, done.headers.get('location')]).toEqual([302, '/x#top'])
  expect(await noticeOf(done)).toEqual({ tone: 'normal', title: 'Sparat', message: 'Klart.' })
  expect((await answered({ section: 'password' })).headers.get('location')).toBe('/x#password')
  expect(done.headers.get('clear-site-data')).toBeNull()
})

test('clears the browser’s cache after a deed that ends the session, and sets its cookies', async () => {
  const cookies = ['session=; Max-Age=0']
  const left = await answered({ leaves: true, does: async () => accepted({ cookies }) })
  expect(left.headers.get('location')).toBe('/x#top')
  expect(left.headers.getSetCookie()[0]).toBe(cookies[0])
  expect(left.headers.get('clear-site-data')).not.toBeNull()
  expect(await noticeOf(left)).toMatchObject({ title: 'Sparat' })
})

test('answers a refusal with status 422 and the form as it was sent, without secrets', async () => {
  const refusal = refused('Inte sparat', { fields: { name: 'Skriv ett namn' } })
  const again = await answered({ does: async () => refusal }, { intent: 'save', name: ' Siv', password: 'hemligt' })
  expect(again.init.status).toBe(422)
  expect(again.data).toMatchObject({ intent: 'save', refusal, values: { name: ' Siv' } })
  expect(JSON.stringify(again.data)).not.toContain('hemligt')
  await expect(answered({ does: async () => notThere })).rejects.toMatchObject({ init: { status: 404 } })
})

test.each(['', 'constructor', 'other'])('returns 400 for an unknown form (%j)', async (intent) => {
  await expect(answered({}, { intent })).rejects.toMatchObject({ init: { status: 400 } })
  expect(() => formSent({ save }, {})).toThrow(expect.objectContaining({ init: { status: 400 } }))
})

test('formSent() returns the form that was sent', () => {
  expect(formSent({ save: 1, other: 2 }, { intent: 'other' })).toBe(2)
})

test('only an administrator with a second step passes as admin, and only a member as member', async () => {
  const [admin, member, firm] = [await joinAsAdmin(house), await joinAsMember(house), await joinAsCompany(house)]
  const half = { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } }
  const twice = { ...member.signedIn, person: { ...member.signedIn.person, twoFactorEnabled: true } }
  const may = (check: () => void) => {
    try {
      check()
      return true
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringContaining('not allowed') })
      return false
    }
  }
  for (const [signedIn, admins, members] of [
    [admin.signedIn, true, false],
    [half, false, false],
    [member.signedIn, false, true],
    [twice, false, true],
    [firm.signedIn, false, false],
  ] as const) {
    expect([isAdmin(signedIn), may(() => onlyAdmin(signedIn)), may(() => onlyMember(signedIn))]).toEqual([
      admins,
      admins,
      members,
    ])
  }
})

import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { houseContext, ledAwayContext, visitorContext } from '~/platform/http/contexts.server'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { requireRole } from './guard.server'

const house = useHouse()

/** Requests an administrators' page. Returns where that redirects to, and whether the security log is told. */
function come(signedIn: Resident['signedIn'] | null, visitor: Resident['visitor'], method = 'GET') {
  const context = new RouterContextProvider()
  context.set(houseContext, house)
  context.set(visitorContext, { ...visitor, signedIn } as never)
  const request = new Request('http://kvartera.test/dashboard/admin/people.data?sida=2', { method })
  let to: string | null = null
  try {
    expect(requireRole(context, request, 'admin')).toBe(signedIn)
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    to = thrown.headers.get('location')
  }
  return { to, isTold: context.get(ledAwayContext) }
}

test('redirects whoever may not open a page to one that they may, and logs it', async () => {
  const [admin, member, firm] = [await joinAsAdmin(house), await joinAsMember(house), await joinAsCompany(house)]
  expect(come(admin.signedIn, admin.visitor)).toEqual({ to: null, isTold: false })
  for (const { signedIn, visitor } of [member, firm])
    expect(come(signedIn, visitor)).toEqual({ to: '/dashboard', isTold: true })
  const half = { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } }
  expect(come(half, admin.visitor)).toEqual({ to: '/dashboard/account/security', isTold: true })
  const { to, isTold } = come(null, await house.visitor())
  expect([to?.startsWith('/auth?'), decodeURIComponent(to ?? '').includes('/dashboard/admin/people?sida=2')]).toEqual([
    true,
    true,
  ])
  expect(isTold).toBe(true)
})

test('the redirect to login says whether a session ended, and whether a post was not saved', async () => {
  const back = '/auth?redirectTo=%2Fdashboard%2Fadmin%2Fpeople%3Fsida%3D2'
  const { cookies } = await joinAsMember(house)
  const [gone, stranger, forger] = [
    await house.visitor({ cookies }),
    await house.visitor(),
    await house.visitor({ cookies: ['kvartera.session_token=påhittad.abc; Path=/'] }),
  ]
  expect([come(null, gone).to, come(null, gone, 'HEAD').to]).toEqual([
    `${back}&varfor=utloggad`,
    `${back}&varfor=utloggad`,
  ])
  expect(come(null, gone, 'POST').to).toBe(`${back}&varfor=utloggad-osparat`)
  for (const nobody of [stranger, forger]) {
    expect(come(null, nobody).to).toBe(back)
    expect(come(null, nobody, 'POST').to).toBe(`${back}&varfor=osparat`)
  }
})

import { expect, test } from 'vitest'
import { cookiesInwards } from '~/platform/http/host-cookies'
import { sidebarCookie } from './improve/folding'

const week = 'max-age=604800; samesite=lax'

test('the sidebar cookie has the __Host- prefix and the secure flag under https', () => {
  const written = sidebarCookie(true, true)
  expect(written).toBe(`__Host-sidebar=collapsed; secure; path=/; ${week}`)
  expect(cookiesInwards(written.split(';')[0] ?? '')).toBe('sidebar=collapsed')
  expect(sidebarCookie(false, false)).toBe(`sidebar=open; path=/; ${week}`)
})

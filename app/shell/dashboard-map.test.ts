import { expect, test } from 'vitest'
import { dashboardSections, sectionsFor, withWaiting } from './dashboard-map'

const linksOf = (sections: ReturnType<typeof sectionsFor>) => sections.flatMap(({ items }) => items.map(({ to }) => to))

test('only companies that have guards see the pages about guards; members and admins see all their pages', () => {
  const forGuards = ['alarms', 'guards', 'broadcasts', 'systems'].map((page) => `/dashboard/provider/${page}`)
  const [without, having] = [linksOf(sectionsFor('company', false)), linksOf(sectionsFor('company', true))]
  expect(having.filter((to) => !without.includes(to))).toEqual(forGuards)
  expect(without).toContain('/dashboard/provider/patrols')
  for (const role of ['member', 'admin'] as const)
    expect(linksOf(sectionsFor(role, false))).toEqual(
      dashboardSections[role].flatMap(({ items }) => items.map(({ to }) => to)),
    )
})

test('shows the number waiting at one link only', () => {
  const to = '/dashboard/admin/messages'
  const waiting = withWaiting(dashboardSections.admin, to, 3).flatMap(({ items }) => items.filter((one) => one.waiting))
  expect(waiting).toMatchObject([{ to, waiting: 3 }])
})

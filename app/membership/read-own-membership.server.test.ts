import { beforeEach, expect, test } from 'vitest'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { readOwnMembership } from './read-own-membership.server'

/* What a member reads of the next payment, in each way that a membership can stand. */

const house = useHouse()
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

type Given = Record<string, string | number | Date | null>

test.each<[string, { open?: boolean; status?: 'past_due' | 'ended' } & { row?: Given }, string]>([
  ['pays by the day that the trial ends', {}, '39 kr senast 20 december 2026'],
  [
    'is late',
    { status: 'past_due', row: { past_due_on: '2026-11-19', covered_until: '2026-11-19' } },
    '39 kr, så snart du kan',
  ],
  ['lives where it is not open', { open: false }, 'Ingen, så länge ditt kvarter inte är öppet'],
  ['is leaving', { row: { leaving_since: new Date('2026-11-19T12:00:00Z') } }, 'Ingen'],
  [
    'has left',
    { status: 'ended', row: { ended_on: '2026-11-19', ended_because: 'left', covered_until: '2026-11-19' } },
    'Ingen',
  ],
])('who %s', async (_, { open = true, status, row }, next) => {
  const { signedIn } = await joinAsMember(house, { postcode: open ? '12540' : '19997' })
  const { id } = signedIn.person
  if (row) await house.db.updateTable('memberships').set(row).where('profile_id', '=', id).execute()
  if (status) await house.db.updateTable('profiles').set({ member_status: status }).where('id', '=', id).execute()
  const shown = await readOwnMembership(house, signedIn)
  expect(shown?.next?.replaceAll('\u00a0', ' ')).toBe(next)
  expect(shown).toMatchObject({ isEnded: status === 'ended', isPastDue: status === 'past_due' })
})

import { expect, test } from 'vitest'
import { openAuth } from '~/platform/auth/open-auth.server'
import { silentLog } from '~/platform/log.server'
import type { FirstCalls } from '~/platform/work/first-calls.server'
import { nameOne, openNeighbourhood, press } from '../../../test/support/alarms'
import { countedDatabase } from '../../../test/support/counted/statements'
import { testSecret, useHouse } from '../../../test/support/house'

/** Number of database round trips between a press and its commit: somebody in need waits for each. */
const house = useHouse()

const firstCalls: FirstCalls = {
  keep: () => ({
    until: new Date(house.clock.now().getTime() + 6_000),
    fill: () => {},
    free: () => {},
    lose: () => {},
  }),
}

test.each([
  ['claimed in its commit', firstCalls],
  ['queued', null],
])('a press that is %s makes five statements in three round trips', async (_, firstCalls) => {
  const { member } = await openNeighbourhood(house)
  await nameOne(house, member)
  const { db, asked, forget } = await countedDatabase(house)
  const { sessions } = openAuth(house.config, [testSecret], db, silentLog)
  const { headers } = await house.visitor({ cookies: member.cookies })
  const pressed = async () => {
    const signedIn = await sessions.current(headers)
    if (!signedIn) throw new Error('Nobody is logged in')
    await press({ ...house, db, firstCalls }, { ...member, signedIn })
  }
  await pressed()
  expect(asked.statements).toEqual(['session', 'alarm policy', 'dispatch list', 'circle of members', 'raise alarm'])
  // Three waits: the session; the three reads, sent together; and the commit.
  expect(asked.writes).toBe(3)

  forget()
  await pressed()
  // A press that joins an open alarm locks it, which takes a transaction.
  expect(asked.statements.slice(0, 5)).toEqual([
    'session',
    'alarm policy',
    'dispatch list',
    'circle of members',
    'raise alarm',
  ])
})

import { expect, test } from 'vitest'
import { openAuth } from '~/platform/auth/open-auth.server'
import { silentLog } from '~/platform/log.server'
import type { FirstCalls } from '~/platform/work/first-calls.server'
import { nameOne, openNeighbourhood, press } from '../../../test/support/alarms'
import { countedDatabase } from '../../../test/support/counted/statements'
import { testSecret, useHouse } from '../../../test/support/house'

/** What a press asks of the database until it is on disk: each round trip is one that somebody in need waits for. */
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
  ['in hand with its commit', firstCalls],
  ['queued', null],
])('a press that is %s is five statements in three writes', async (_, firstCalls) => {
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
  // Who asks; what the three say that are read for whoever it is; and the commit, which the answer waits for.
  expect(asked.writes).toBe(3)

  forget()
  await pressed()
  // One that joins is held against what else happens to the alarm, which is a transaction.
  expect(asked.statements.slice(0, 5)).toEqual([
    'session',
    'alarm policy',
    'dispatch list',
    'circle of members',
    'raise alarm',
  ])
})

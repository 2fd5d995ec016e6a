import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Keys, openKeys } from '~/platform/keys.server'
import { nameOne, openNeighbourhood, placeAlarm, press, textsTo, workOff } from '../../../../test/support/alarms'
import { openPartner } from '../../../../test/support/guards'
import { testSecret, useHouse } from '../../../../test/support/house'
import { rememberedSince } from '../../answer/closed-alarm'
import { openLink } from '../../answer/open-link.server'
import { readWatchedAlarm } from '../../circle/follow-alarm.server'
import { hashOfToken, linkToken } from './link-token.server'
import { signLinksAnew } from './sign-links-anew.server'

const house = useHouse()
const newSecret = 'a-newer-secret-only-for-tests-Lr2'
const [both, newAlone] = [openKeys([newSecret, testSecret]), openKeys([newSecret])]

const linkTo = (phone: string) => /\/larm\/([\w-]+)/.exec(textsTo(house, phone).at(-1) ?? '')?.[1] ?? ''

test('a link works until its key is removed; re-signing then ends it, and the next message has a new link', async () => {
  const street = await openNeighbourhood(house)
  const daughter = await nameOne(house, street.member)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  const opens = async (keys: Keys, links: string[]) => [
    (await openLink({ ...house, keys }, links[0] ?? ''))?.alarm.id ?? null,
    (await readWatchedAlarm({ ...house, keys }, links[1] ?? ''))?.state ?? null,
  ]
  const links = () => [street.phone, daughter.phone].map(linkTo)
  const before = links()

  expect(await signLinksAnew({ ...house, keys: both })).toBe(0)
  expect(await opens(both, before)).toEqual([alarmId, 'new'])

  expect(await signLinksAnew({ ...house, keys: newAlone })).toBeGreaterThan(1)
  expect(await signLinksAnew({ ...house, keys: newAlone })).toBe(0)
  expect(await opens(newAlone, before)).toEqual([null, null])
  house.clock.forward({ minutes: 5 })
  await workOff({ ...house, keys: newAlone })
  expect(await opens(newAlone, links())).toEqual([alarmId, 'new'])
})

test('re-signs the links of open alarms and of those closed within the day, and none that are signed already', async () => {
  house.clock.forward({})
  const now = house.clock.now()
  const since = rememberedSince(now).getTime()
  const { id: company_id } = await openPartner(house)
  const over = (ms: number) => ({ status: 'resolved' as const, closed_at: new Date(since + ms) })
  const given = { open: {}, 'over for long': over(0), 'just read still': over(1), 'signed already': {} }
  const before = new Map<string, string>()
  for (const [name, row] of Object.entries(given)) {
    const alarm_id = await placeAlarm(house, now, row)
    const id = randomUUID()
    const link_hash = name === 'signed already' ? hashOfToken(linkToken(newAlone, id)) : randomUUID()
    before.set(name, link_hash)
    await house.db
      .insertInto('alarm_recipients')
      .values({ id, alarm_id, role: 'partner', company_id, name, created_at: now, link_hash })
      .execute()
  }
  await signLinksAnew({ ...house, keys: newAlone })
  const rows = await house.db
    .selectFrom('alarm_recipients')
    .select(['id', 'name', 'link_hash'])
    .where('company_id', '=', company_id)
    .execute()
  const anew = rows.filter(({ name, link_hash }) => before.get(name) !== link_hash)
  expect(anew.map(({ name }) => name).toSorted()).toEqual(['just read still', 'open'])
  for (const { id, link_hash } of anew) expect(link_hash).toBe(hashOfToken(linkToken(newAlone, id)))
})

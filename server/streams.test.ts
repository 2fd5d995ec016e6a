import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAlarmFeed } from '~/alarms/public.server'
import { enterByLink } from '~/guards/link/enter-by-link.server'
import { removeGuard, revokeLink } from '~/guards/own/remove-guard.server'
import { addGuard, renewLink } from '~/guards/own/save-guard.server'
import { blockPerson } from '~/people/block-person.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import { letBeCalled, newPhone, newPostcode } from '../test/support/guards'
import { cookieHeader, useHouse } from '../test/support/house'
import { smsTo } from '../test/support/letters'
import { valueFrom } from '../test/support/outcome'
import { beforeTheBeat } from '../test/support/pace/soon'
import { joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../test/support/people'
import { serveOnLoopback } from '../test/support/serve'
import { companyOf } from '../test/support/sponsorship'
import { alarmStreamRoutes } from './alarm-stream'
import { liveRoutes } from './live'
import { openStreams } from './streams'

/** Streams that are open when their session or link is revoked: the database notifies, and the stream ends. */

const house = useHouse()
let listener: Listener
let alarms: Awaited<ReturnType<typeof serveOnLoopback>>
let live: Awaited<ReturnType<typeof serveOnLoopback>>
beforeAll(async () => {
  listener = openListener(house.pool, house.log)
  const open = { ...house, streams: openStreams(listener, house.config) }
  const feed = openAlarmFeed(house.db, listener, house.clock, house.log)
  alarms = await serveOnLoopback(new Hono().route('/', alarmStreamRoutes(open, feed)), '/live/alarms')
  live = await serveOnLoopback(liveRoutes(open), '/live')
})
const leaving = new AbortController()
afterAll(async () => {
  leaving.abort()
  await Promise.all([alarms.close(), live.close(), listener.close()])
})

type Stream = { isOpen: boolean }

/** Opens a stream, reads the greeting, and then reads on to the end in the background. */
async function listen(address: string, cookie: string): Promise<Stream> {
  const answer = await fetch(address, { headers: { cookie }, signal: leaving.signal })
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('retry: 1000')
  const stream = { isOpen: true }
  const drain = async () => {
    while (!(await reader.read()).done);
  }
  drain()
    .catch(() => {})
    .finally(() => {
      stream.isOpen = false
    })
  return stream
}

/** The stream ends at once, without waiting for the heartbeat, which would end it too after twenty seconds. */
async function endsBeforeTheBeat(stream: Stream, deed: () => Promise<unknown>) {
  expect(stream.isOpen).toBe(true)
  await deed()
  await expect.poll(() => stream.isOpen, beforeTheBeat).toBe(false)
}

let admin: Resident
const block = ({ signedIn }: Resident) =>
  blockPerson(
    {
      house,
      visitor: admin.visitor,
      signedIn: admin.signedIn,
      values: { reason: 'Hotade en boende', sure: 'on', password: PASSWORD },
    },
    signedIn.person.id,
  ).then(valueFrom)
beforeEach(async () => {
  admin = await joinAsAdmin(house)
})

describe('a guard’s stream', () => {
  let owner: Resident
  let id: string
  let stream: Stream
  let other: Stream

  /** A guard who has entered on their own phone by the link in the SMS. */
  async function comeIn(): Promise<[id: string, stream: Stream]> {
    const guard = { id: crypto.randomUUID() as string, name: 'Ali Rahimi', phone: newPhone() }
    valueFrom(await addGuard(house, owner.signedIn, guard))
    const [sms] = await smsTo(house, guard.phone)
    const nyckel = /nyckel=([\w-]+)/.exec(sms?.text ?? '')?.[1] ?? ''
    const { cookies } = valueFrom(await enterByLink(house, { nyckel }, guard.id))
    return [guard.id, await listen(`${alarms.origin}/live/alarms/guard`, cookieHeader(cookies))]
  }
  beforeEach(async () => {
    owner = await joinAsCompany(house, { postcode: newPostcode() })
    await letBeCalled(house, (await companyOf(house, owner)).id)
    ;[, other] = await comeIn()
    ;[id, stream] = await comeIn()
  })

  test.each([
    ['link is revoked', () => revokeLink(house, owner.signedIn, { id })],
    ['link is renewed', () => renewLink(house, owner.signedIn, { id })],
    ['guard is removed', () => removeGuard(house, owner.signedIn, { id })],
  ])('ends at once when the %s, and a colleague’s stays open', async (_, deed) => {
    await endsBeforeTheBeat(stream, deed)
    expect(other.isOpen).toBe(true)
  })

  test('and their colleague’s end at once when the owner of the company is blocked', async () => {
    await endsBeforeTheBeat(stream, () => block(owner))
    await expect.poll(() => other.isOpen).toBe(false)
  })
})

describe('a blocked person’s stream', () => {
  test.each([
    ['member', '/live', joinAsMember],
    ['member', '/live/alarms', joinAsMember],
    ['company', '/live', joinAsCompany],
    ['company', '/live/alarms', joinAsCompany],
  ] as const)('as a %s on %s ends at once, and reconnecting returns 401', async (_, path, join) => {
    const [person, neighbour] = [await join(house), await joinAsMember(house)]
    const address = path === '/live' ? `${live.origin}/live` : `${alarms.origin}/live/alarms`
    const [stream, other] = [
      await listen(address, cookieHeader(person.cookies)),
      await listen(address, cookieHeader(neighbour.cookies)),
    ]
    await endsBeforeTheBeat(stream, () => block(person))
    expect(other.isOpen).toBe(true)
    expect((await fetch(address, { headers: { cookie: cookieHeader(person.cookies) } })).status).toBe(401)
  })
})

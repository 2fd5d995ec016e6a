import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openPlace } from '../../test/faults/storm/place'
import { moveInOwner } from '../../test/faults/storm/world'
import { moment, report, small, spread } from './figures'

test('press to a thousand open screens of partners', async () => {
  const [screens, alarms] = small ? [200, 10] : [1_000, 50]
  const place = await openPlace({ servers: 1, members: alarms * 10, perSecond: 0 })
  onTestFinished(() => place.close())
  place.elks.mood = 'well'
  const home = place.servers[0]?.env.ORIGIN ?? ''
  const cookie = await moveInOwner(place.world, '50000')
  const seen: Map<string, number>[] = []
  const lines = await Promise.all(Array.from({ length: screens }, () => openScreen(home, cookie, seen)))
  onTestFinished(() => {
    for (const line of lines) line.destroy()
  })
  const late: number[] = []
  let missing = 0
  // Every tenth member lives in the street whose partner is looking.
  for (const member of place.world.members.filter((_, n) => n % 10 === 0)) {
    const words = `Hjälp ${randomUUID()}`
    const pressedAt = moment()
    const body = new URLSearchParams({ key: randomUUID(), message: words })
    await fetch(`${home}/dashboard/customer/safety/send`, { method: 'POST', headers: { cookie: member.cookie }, body })
    await expect
      .poll(() => seen.filter((screen) => screen.has(words)).length, { timeout: 5_000 })
      .toBe(screens)
      .catch(() => {})
    for (const screen of seen) {
      const at = screen.get(words)
      if (at === undefined) missing++
      else late.push(at - pressedAt)
    }
    await pause(100)
  }
  report({ what: `press to ${screens} open partner screens (ms)`, ...spread(late), aim: 'p99 50' })
  report({ what: 'of those missing', p50: missing, p99: '', most: '', aim: 0 })
  expect(missing).toBe(0)
})

/** A browser's open line: notes when it first reads of each alarm. */
function openScreen(home: string, cookie: string, seen: Map<string, number>[]): Promise<http.ClientRequest> {
  const screen = new Map<string, number>()
  seen.push(screen)
  return new Promise((resolve, reject) => {
    const request = http.get(`${home}/live/alarms`, { headers: { cookie }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`the stream answered ${answer.statusCode}`))
      answer.on('data', (chunk: Buffer) => {
        const at = moment()
        for (const [words] of chunk.toString().matchAll(/Hjälp [0-9a-f-]{36}/g))
          if (!screen.has(words)) screen.set(words, at)
      })
      answer.on('error', () => {})
      resolve(request)
    })
    request.on('error', () => {})
  })
}

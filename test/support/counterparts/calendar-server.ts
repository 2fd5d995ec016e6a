import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n')

/** Every Tuesday from 10 to 12, local time. */
const tuesdays = [
  'UID:tandläkaren',
  'DTSTART;TZID=Europe/Stockholm:20261124T100000',
  'DURATION:PT2H',
  'RRULE:FREQ=WEEKLY',
].join('\r\n')

/** An event with that many occurrences, a minute each. */
export function everyOtherMinute(times: number): string {
  const first = Date.parse('2026-11-26T08:00:00Z')
  const starts = Array.from({ length: times }, (_, n) => new Date(first + n * 120_000).toISOString().slice(0, 19))
  const written = starts.map((start) => `${start.replace(/[-:]/g, '')}Z`)
  return ['UID:tät', `DTSTART:${written[0]}`, 'DURATION:PT1M', `RDATE:${written.join(',')}`].join('\r\n')
}

/**
 * A server with a remote calendar: records the ETags that it was asked with, and what it answers next. Reset before
 * each test.
 */
export function useRemoteCalendar() {
  const remote = { url: '', asked: [] as (string | undefined)[], status: 200, body: '', etag: '"ett"' }
  const server = createServer((request, response) => {
    const mark = request.headers['if-none-match']
    remote.asked.push(mark)
    if (remote.status === 200 && mark === remote.etag) response.writeHead(304).end()
    else response.writeHead(remote.status, { ETag: remote.etag }).end(remote.body)
  })
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    remote.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hemlig.ics`
  })
  beforeEach(() => {
    Object.assign(remote, { asked: [], status: 200, body: calendar(tuesdays), etag: '"ett"' })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return remote
}

import { measureAlarmScreens } from './alarm-screens.mjs'
import { measureBytes } from './bytes.mjs'
import { measureCores } from './cores.mjs'
import { measureDirectory } from './directory.mjs'
import { measureLighthouse } from './lighthouse.mjs'
import { measureIn } from './measures.mjs'
import { measureMember } from './member.mjs'
import { measurePhone } from './phone.mjs'
import { measureSameTime } from './same-time.mjs'
import { measureScale } from './scale.mjs'
import { measureThroughput } from './throughput.mjs'

const ofTheDatabase = /^\/(companies|company|security|svarstider)/

/**
 * The parts of `npm run bench` by name. `measure` returns the part's own figures, which are printed; `rows` selects
 * those for the final table (table.ts); `shown` filters what is printed.
 */
export const parts = {
  throughput: {
    title: 'Served per second, against the same bytes from a bare node:http',
    measure: ({ origin }) => measureThroughput(origin),
    rows: (measured) =>
      measured.map(({ path, ours, 'bare node:http': peer }) => ({
        what: `${path}, served per second`,
        ...{ ours, peer, against: 'bare node:http, the same bytes, both brotli', better: 'more', loop: 'closed' },
        goal: ofTheDatabase.test(path) ? 0.25 : 0.5,
      })),
  },
  bytes: {
    title: 'Bytes over the line, brotli, first visit',
    measure: ({ origin }) => measureBytes(origin),
    rows: (measured) =>
      measured.map(({ path, js }) => ({ what: `${path}, bytes of JavaScript, brotli`, ours: js, goal: 10_000 })),
  },
  'same-time': {
    title: 'Time to answer for addresses with and without an account',
    measure: ({ origin }) => measureSameTime(origin),
    rows: (measured) =>
      measured.map(({ what, 'known (ms)': ours, 'unknown (ms)': peer }) => ({
        what: `${what}, ms`,
        ...{ ours, peer, against: 'itself, of an address without an account', loop: 'closed' },
      })),
  },
  lighthouse: {
    title: 'Lighthouse, mobile, of 100',
    measure: ({ origin }) => measureLighthouse(origin),
    rows: (measured) =>
      measured.flatMap((row) => {
        const scores = ['performance', 'accessibility', 'best practices', 'seo'].map((name) => row[name])
        const lowest = { ours: Math.min(...scores), better: 'more', goal: 100 }
        return [
          { what: `${row.path}, Lighthouse, the lowest of four`, ...lowest },
          { what: `${row.path}, largest paint, ms`, ours: row['LCP, ms'], goal: 1_200 },
          { what: `${row.path}, thread blocked, ms`, ours: row['TBT, ms'], goal: 0 },
        ]
      }),
  },
  phone: {
    title: 'A phone as in 2019: four times slower, on a line of 150 ms and 1.6 Mbit a second',
    measure: ({ origin }) => measurePhone(origin),
    rows: (measured) => measured.map(({ what, ms, goal }) => ({ what: `${what}, ms`, ours: ms, goal })),
  },
  directory: {
    title: 'Milliseconds a page: 20 companies among 20 000, against the same 20 alone',
    measure: ({ openProduct }) => measureDirectory(openProduct),
    rows: (measured) =>
      measured.map(({ name, ours, other: peer }) => ({
        what: `directory, ${name}, ms`,
        ...{ ours, peer, against: 'itself, with 20 companies alone', loop: 'closed', goal: 0.9 },
      })),
  },
  bookings: {
    title: 'Bookings written per second, against their own SQL sent bare',
    measure: () => measureIn('bench/bookings'),
    shown: (measured) => measured.filter(({ table }) => !table),
    rows: (measured) => measured.flatMap(({ table }) => table ?? []),
  },
  'alarm-screens': {
    title: 'From a press to 1 000 open screens',
    measure: ({ openProduct }) => measureAlarmScreens(openProduct),
    rows: ([ours, bare]) => [
      {
        what: `a press to ${ours.screens} open screens, p99 ms`,
        ...{ ours: ours['p99 (ms)'], peer: bare['p99 (ms)'], against: 'bare node:http, as many bytes to as many' },
        ...{ goal: 0.8, loop: 'closed' },
      },
    ],
  },
  cores: {
    title: 'Pages of a member per second, by how many processes',
    measure: ({ openProduct }) => measureCores(openProduct),
    rows: (measured) =>
      measured.flatMap(({ path, 'two processes': ours, 'one process': peer }) =>
        ours === undefined
          ? []
          : {
              what: `${path}, two processes, served per second`,
              ...{ ours, peer, against: 'itself, in one process', better: 'more', loop: 'closed' },
            },
      ),
  },
  member: {
    title: 'Pages of a member per second, one process, beside React Router alone drawing the same',
    measure: ({ openProduct }) => measureMember(openProduct),
    shown: ({ throughput, waits }) => [...throughput, ...waits],
    rows: ({ throughput }) =>
      throughput.flatMap(({ path, ours, 'router alone': peer, before }) => [
        {
          what: `${path}, a member's, served per second`,
          ...{
            ours,
            peer,
            against: 'React Router alone, the same page from constant data',
            better: 'more',
            loop: 'closed',
          },
          goal: 0.6,
        },
        {
          what: `${path}, a member's, served per second`,
          ...{
            ours,
            peer: before,
            against: 'itself, as it was on a quiet machine',
            better: 'more',
            loop: 'closed',
            goal: 3,
          },
        },
      ]),
  },
  // Seeding these takes a while, so it runs only on request.
  scale: {
    title: 'Milliseconds a page: among a million people and 4.8 million bookings, against 1 000 and 4 800',
    isAskedFor: true,
    measure: ({ openProduct }) => measureScale(openProduct),
    rows: (measured) =>
      measured.map(({ name, many: ours, few: peer }) => ({
        what: `${name}, ms`,
        ...{ ours, peer, against: 'itself, among 1 000 people', loop: 'closed', goal: 0.9 },
      })),
  },
  alarms: {
    title: 'The alarm',
    measure: () => measureIn('bench/alarms'),
    shown: (measured) => measured.filter(({ table }) => !table),
    // These parts write their table rows themselves (alarms/figures.ts).
    rows: (measured) => measured.flatMap(({ table }) => table ?? []),
  },
}

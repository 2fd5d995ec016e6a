import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultPolicy } from '~/alarms/watch/policy'
import {
  cutConnections,
  expectSpotless,
  killPostgres,
  killServer,
  moveClock,
  openPlace,
  type Place,
  restart,
  type Server,
  type Size,
  stopUntilTakenOver,
} from './storm/place'
import { type Chance, chanceOf } from './storm/seeded'
import { asThePage } from './storm/storm'
import { trials } from './storm/trials'

/**
 * Load with fault injection: alarms are raised while things break, every answer is recorded, and afterwards compared
 * with the database. `npm run test:all` runs one mixed storm; `npm run faults` runs each kind for its full time.
 * `SEED=n` repeats the same faults in the same order.
 */
export type Weather = Size & { what: string; minutes: number; happens(place: Place, chance: Chance): Promise<unknown> }

const aWhile = (chance: Chance) => pause(200 + chance.below(1_800))
const first = ({ servers }: Place) => servers[0] as Server

async function dieAndRestart(place: Place, server: Server) {
  await killServer(place, server)
  await restart(place, server)
}

/** Three hours ahead, then half an hour back, each long enough to affect deadlines that were set before. */
async function clockIsSet(place: Place, chance: Chance) {
  for (const minutes of [180, -30]) {
    moveClock(place, minutes)
    await pause(5_000)
    await aWhile(chance)
  }
}

const moods = [
  'cuts the line',
  'a page of HTML',
  'half an answer',
  'lost answer',
  { status: 500 },
  { slowBy: 2_000 },
  'well',
] as const

async function providerMisbehaves({ elks, storm }: Place, chance: Chance, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    elks.mood = chance.oneOf(moods)
    elks.reports = chance.oneOf([['delivered'], ['sent', 'failed'], ['sent', 'delivered'], []])
    elks.reportsFirst = chance.below(2) === 0
    // During this time any answer may be lost, so that nobody knows whether the message was taken: each moment counts
    // as a fault.
    for (const until = Date.now() + 700; Date.now() < until; await pause(50)) storm.faults.push(Date.now())
  }
  await elks.down()
  await pause(3_000)
  elks.mood = 'well'
  elks.reports = []
  await elks.up()
}

const shower: Weather = {
  what: 'a shower of everything',
  servers: 2,
  members: 400,
  perSecond: 5,
  minutes: 6,
  async happens(place, chance) {
    await aWhile(chance)
    await dieAndRestart(place, chance.oneOf(place.servers))
    await aWhile(chance)
    await killPostgres(place)
    await cutConnections(place)
    await aWhile(chance)
    await Promise.all([killServer(place, first(place)), killPostgres(place)])
    await restart(place, first(place))
    await providerMisbehaves(place, chance, 2)
    await clockIsSet(place, chance)
    await stopUntilTakenOver(place, chance.oneOf(place.servers), 10_000)
  },
}

const storms: Weather[] = [
  {
    what: 'kill -9 of the server, a hundred times',
    servers: 1,
    members: 6_000,
    perSecond: 10,
    minutes: 40,
    async happens(place, chance) {
      for (let round = 0; round < 100; round++) {
        await aWhile(chance)
        await dieAndRestart(place, first(place))
      }
    },
  },
  {
    what: 'kill -9 of PostgreSQL twenty times, and of both ten times',
    servers: 1,
    members: 4_000,
    perSecond: 10,
    minutes: 30,
    async happens(place, chance) {
      for (let round = 0; round < 20; round++) {
        await aWhile(chance)
        await killPostgres(place)
      }
      for (let round = 0; round < 10; round++) {
        await aWhile(chance)
        await Promise.all([killServer(place, first(place)), killPostgres(place)])
        await restart(place, first(place))
      }
    },
  },
  {
    what: 'two servers on one database, one dying, stopped for ten seconds, or cut off',
    servers: 2,
    members: 4_000,
    perSecond: 10,
    minutes: 30,
    async happens(place, chance) {
      for (let round = 0; round < 30; round++) {
        await aWhile(chance)
        const server = chance.oneOf(place.servers)
        const fault = round % 10 === 9 ? 'stop' : chance.oneOf(['die', 'cut'] as const)
        if (fault === 'die') await dieAndRestart(place, server)
        else if (fault === 'stop') await stopUntilTakenOver(place, server, 10_000)
        else await cutConnections(place)
      }
    },
  },
  {
    what: 'clocks that are set while alarms come in, and a server that is stopped meanwhile',
    servers: 2,
    members: 1_000,
    perSecond: 10,
    minutes: 15,
    async happens(place, chance) {
      await pause(10_000)
      await clockIsSet(place, chance)
      await stopUntilTakenOver(place, first(place), 10_000)
      moveClock(place, -30)
      await aWhile(chance)
      await dieAndRestart(place, first(place))
      moveClock(place, 5)
      await pause(10_000)
    },
  },
  {
    what: 'an SMS provider that is down, slow, wrong and half-way, and reports failure afterwards',
    servers: 1,
    members: 2_000,
    perSecond: 10,
    minutes: 20,
    happens: (place, chance) => providerMisbehaves(place, chance, 60),
  },
  {
    what: 'ten thousand alarms in a minute',
    servers: 1,
    members: 10_000,
    perSecond: 170,
    rhythm: asThePage,
    pace: defaultPolicy,
    minutes: 30,
    async happens({ storm }) {
      await expect.poll(() => storm.presses.length, { timeout: 300_000 }).toBe(10_000)
    },
  },
]

const { FAULTS } = process.env
// `FAULTS=full`, the name of a trial, or a word in the name of a storm.
const trial = trials.filter(({ what }) => FAULTS && what.startsWith(`${FAULTS}:`))
const some = trial.length > 0 ? trial : storms.filter(({ what }) => FAULTS && what.includes(FAULTS))
const chosen = FAULTS === 'full' ? [...storms, ...trials] : some
const weathers = FAULTS ? chosen : [shower]
for (const { what, minutes, happens, ...size } of weathers) {
  test(what, { timeout: minutes * 60_000, tags: ['long'] }, async () => {
    const chance = chanceOf(what)
    const place = await openPlace(size)
    try {
      const afterwards = await happens(place, chance)
      await expectSpotless(place, what)
      if (typeof afterwards === 'function') await afterwards()
    } finally {
      await place.close()
    }
  })
}

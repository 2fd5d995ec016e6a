import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeLane, type Held, hasRoom, makeRoom, mostAtOnce } from './lanes'

const job = (id: string, lane: number, from: number, to: number): Held => ({ id, lane, from, to })

test('freeLane finds a lane where no job overlaps the wanted time; adjacent jobs do not overlap', () => {
  const held = [job('a', 1, 0, 10), job('b', 2, 20, 30)]
  expect(freeLane(held, { from: 10, to: 20 }, 2)).toBe(1)
  expect(freeLane(held, { from: 5, to: 20 }, 2)).toBe(2)
  expect(freeLane(held, { from: 5, to: 25 }, 2)).toBeNull()
  expect(freeLane([], { from: 5, to: 25 }, 0)).toBeNull()
})

test('makeRoom moves a job to another lane when there is capacity but every lane has an overlap', () => {
  const held = [job('morning', 1, 0, 10), job('afternoon', 2, 10, 20)]
  const wanted = { from: 0, to: 20 }
  expect(mostAtOnce(held, wanted)).toBe(1)
  expect(freeLane(held, wanted, 2)).toBeNull()
  expect(hasRoom(held, wanted, 2)).toBe(true)
  const room = makeRoom(held, wanted, 2)
  expect(room?.moved.length).toBe(1)
})

test('makeRoom gives the wanted job the freed lane, and returns null when the capacity is too small', () => {
  const held = [job('early', 2, 0, 10), job('late', 1, 10, 20)]
  expect(makeRoom(held, { from: 5, to: 15 }, 2)).toEqual({
    lane: 2,
    moved: [job('early', 1, 0, 10)],
  })
  expect(makeRoom([...held, job('long', 3, 0, 20)], { from: 5, to: 15 }, 2)).toBeNull()
  expect(makeRoom([], { from: 5, to: 15 }, 0)).toBeNull()
  expect(makeRoom([], { from: 5, to: 15 }, 1)).toEqual({ lane: 1, moved: [] })
})

const stretch = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([from, long]) => ({ from, to: from + long }))

test('every job within the capacity gets a lane without overlaps, whatever was booked before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(stretch, { maxLength: 25 }), (capacity, wanted) => {
      let held: Held[] = []
      for (const [index, next] of wanted.entries()) {
        const room = hasRoom(held, next, capacity)
        // The reference implementation: counted minute by minute.
        const busiest = Math.max(
          ...Array.from({ length: next.to - next.from }, (_, minute) => {
            const at = next.from + minute
            return held.filter(({ from, to }) => from <= at && at < to).length
          }),
        )
        expect(room).toBe(busiest < capacity)
        if (!room) continue
        const lane = freeLane(held, next, capacity)
        const made = lane === null ? makeRoom(held, next, capacity) : { lane, moved: [] }
        expect(made).not.toBeNull()
        if (!made) return
        held = held.map((one) => made.moved.find(({ id }) => id === one.id) ?? one)
        held.push({ ...next, id: String(index), lane: made.lane })
        for (const one of held) {
          expect(one.lane).toBeGreaterThanOrEqual(1)
          expect(one.lane).toBeLessThanOrEqual(capacity)
          const others = held.filter((other) => other !== one && other.lane === one.lane)
          expect(others.filter((other) => other.from < one.to && one.from < other.to)).toEqual([])
        }
      }
    }),
    { numRuns: 500 },
  )
})

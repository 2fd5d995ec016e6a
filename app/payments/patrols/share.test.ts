import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf, takenBack } from './share'

test.each([
  [995_00, 20, 199_00],
  [1_995_00, 20, 399_00],
  [295_00, 20, 59_00],
  [99, 33, 32],
  [995_00, 0, 0],
  [995_00, 100, 995_00],
])('the patrol part of %i öre at %i %% is %i', (net, percent, part) => {
  expect(shareOf(net, percent)).toBe(part)
})

test('property: taking back a patrol part in any steps ends at zero and never goes below', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 100 }), (parts, percent) => {
      const net = parts.reduce((sum, part) => sum + part, 0)
      let left = { percent, net, amount: shareOf(net, percent) }
      for (const part of parts) {
        const back = takenBack(left, part)
        expect(back.amount).toBeLessThanOrEqual(0)
        left = { percent, net: left.net + back.net, amount: left.amount + back.amount }
        expect(left.amount).toBe(shareOf(left.net, percent))
      }
      expect(left).toMatchObject({ net: 0, amount: 0 })
    }),
  )
})

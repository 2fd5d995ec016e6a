import { expect, test } from 'vitest'
import { tooSoonToCancelFree } from './cancel-words'

const now = new Date('2027-01-29T09:00:00Z')
const at = (...times: string[]) => times.map((time) => Date.parse(`2027-01-30T${time}:00Z`))

test.each([
  ['none is too soon', at('09:00', '10:00'), 24, null],
  ['no time is free', [], 24, null],
  ['cancelling is free until the start', at('07:00'), 0, null],
  ['some are too soon', at('08:00', '08:59', '09:00'), 24, /^En tid före kl\. 10\.00 är så nära/],
  ['all are too soon', at('08:00', '08:59'), 24, /^Tiderna den här dagen är så nära/],
])('when %s, the page says so before the booking', (_, starts, hours, words) => {
  const said = tooSoonToCancelFree(starts, hours, now)
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
})

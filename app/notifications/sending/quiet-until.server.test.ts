import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { saveNotices } from '../choices/save-notices.server'
import { quietUntil, readNights } from './quiet-until.server'

const house = useHouse()
const at = (clock: string, day = 20) => new Date(`2026-11-${day}T${clock}:00+01:00`)

test('a night ends with the default or own quiet hours, the later of them; a message waits for the own only', async () => {
  const { signedIn } = await joinAsMember(house)
  const { id } = signedIn.person
  const nightAt = async (moment: Date) => {
    const end = (await readNights(house.db, id))(moment.getTime())
    return end === null ? null : new Date(end)
  }
  expect(await nightAt(at('12:00'))).toBeNull()
  expect(await nightAt(at('23:00'))).toEqual(at('07:00', 21))
  expect(await nightAt(at('07:00'))).toBeNull()
  valueFrom(await saveNotices(house, signedIn, { quietFrom: '5', quietUntil: '9' }))
  expect(await nightAt(at('23:00'))).toEqual(at('09:00', 21))
  expect(await nightAt(at('08:00'))).toEqual(at('09:00'))
  // A message waits for its recipient's own quiet hours only; one without a person does not wait.
  expect(await quietUntil(house.db, id, at('23:00'))).toBeNull()
  expect(await quietUntil(house.db, id, at('05:00'))).toEqual(at('09:00'))
  expect(await quietUntil(house.db, null, at('05:00'))).toBeNull()
})

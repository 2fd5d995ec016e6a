import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { chosen } from '~/shared/chosen'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { hangUp, pickUp, pressDigit } from './answer-phone.server'
import { type Recording, recordings } from './recordings'
import { readCallInTheAir } from './voice-store.server'

const failure = 'Samtalet är inte besvarat'

/** What the person at a phone can do, in the terms the provider reports. */
const deeds = {
  one: { digit: '1' },
  two: { digit: '2' },
  three: { digit: '3' },
  five: { digit: '5' },
  machine: { end: 'success' },
  busy: { end: 'busy' },
} as const

/**
 * Whether phone calls can be answered on the page, because no phone rings. Only in demo mode: otherwise an
 * administrator could answer in a guard's name.
 */
export const canTryCalls = ({ config, voice }: Pick<House, 'config' | 'voice'>) =>
  config.mode === 'demo' && !voice.leavesTheHouse

/** Lets an admin answer in place of a phone that does not ring. Returns what would have been heard. */
export async function tryCall(
  house: House,
  signedIn: SignedIn,
  { id = '', does }: Record<string, string>,
): Promise<Outcome<Recording | null>> {
  onlyAdmin(signedIn)
  if (!canTryCalls(house)) return refused(failure, { message: 'Här svarar bara telefonen själv.' })
  const deed = chosen(deeds, does)
  const named = deed ? await readCallInTheAir(house.db, id) : null
  if (!deed || !named) return refused(failure, { message: 'Det samtalet pågår inte längre.' })
  const heard = await pickUp(house, named)
  if ('digit' in deed) {
    const said = heard?.asks ? await pressDigit(house, named, deed.digit) : heard
    return said ? accepted(said.recording) : refused(failure, { message: 'Det samtalet pågår inte längre.' })
  }
  await hangUp(house, named, { how: deed.end, cost: null })
  return accepted(deed.end === 'success' ? (heard?.recording ?? null) : null)
}

/** Text of the notice: what the phone would have said. */
export const heardAs = (recording: Recording | null) =>
  recording ? `I telefonen hörs: ”${recordings[recording]}”` : undefined

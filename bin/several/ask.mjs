import { setTimeout as pause } from 'node:timers/promises'

/** Whether an address answers with success. No answer is none. */
export const isWell = (address, timeout = 2_000) =>
  fetch(address, { signal: AbortSignal.timeout(timeout) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The JSON at an address; null without an answer. */
export const asked = (address) =>
  fetch(address, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.json(),
    () => null,
  )

/** Whether something becomes true within a time. */
export async function isSoon(ask, { seconds, everyMs }) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(everyMs)) if (await ask()) return true
  return false
}

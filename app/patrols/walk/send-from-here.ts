import { keptShifts } from './parts/kept-stops'

export const retryEveryMs = 30_000

/** Stops that wait on this phone are sent from whatever page is open: a guard who has gone home opens none of the shift again. */
export async function sendFromHere() {
  try {
    if (keptShifts(localStorage).length === 0) return
    // Loaded by those who have something to send, who are few.
    const { sendLateStops } = await import('./parts/send-late-stops')
    await sendLateStops(localStorage)
  } catch {
    // A browser that keeps nothing throws when it is asked; one without a line has not loaded it, and tries again.
  }
}

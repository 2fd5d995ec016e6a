import { keptShifts } from './parts/kept-stops'

export const retryEveryMs = 30_000

/** Sends stops waiting on this phone from any page: a guard who has gone home will not open the shift's page again. */
export async function sendFromHere() {
  try {
    if (keptShifts(localStorage).length === 0) return
    // Loaded on demand: few visitors have anything to send.
    const { sendLateStops } = await import('./parts/send-late-stops')
    await sendLateStops(localStorage)
  } catch {
    // Without storage, access throws; offline, the import fails. Both are retried later.
  }
}

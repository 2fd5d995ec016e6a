import { keptShifts } from './kept-stops'
import { postLateStop } from './post-late-stop'
import { sendKept } from './send-kept-stops'

/** Shifts with a refused stop, which waits for the shift's own page to show the reason. */
const refused = new Set<string>()

/** Safe from two pages at once: the key makes each stop idempotent. */
export async function sendLateStops(storage: Storage) {
  for (const shiftId of keptShifts(storage).filter((id) => !refused.has(id))) {
    const { stays } = await sendKept(storage, shiftId, postLateStop, { now: Date.now(), tells: false })
    if (stays === 'stranger') return
    if (stays === null && keptShifts(storage).includes(shiftId)) refused.add(shiftId)
  }
}

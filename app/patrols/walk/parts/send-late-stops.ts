import { keptShifts } from './kept-stops'
import { postLateStop } from './post-late-stop'
import { sendKept } from './send-kept-stops'

/** Shifts whose stops were said no to: they wait for the shift's own page, which can say why. */
const refused = new Set<string>()

/** Sent from two pages at once it is one stop, by its key. */
export async function sendLateStops(storage: Storage) {
  for (const shiftId of keptShifts(storage).filter((id) => !refused.has(id))) {
    const { stays } = await sendKept(storage, shiftId, postLateStop, { now: Date.now(), tells: false })
    if (stays === 'stranger') return
    if (stays === null && keptShifts(storage).includes(shiftId)) refused.add(shiftId)
  }
}

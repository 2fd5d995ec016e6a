import { askForSync } from '../register'
import { dropKept, type KeptAlarm, keepAlarm } from './kept-alarms'

/**
 * Stores alarms in IndexedDB, which may hang once and answer later: an alarm not yet stored is stored again at each
 * try. Only one write per alarm is pending at a time, since a cancellation (`drop`) would queue behind all of them;
 * concurrent callers share that write.
 */
export function openSaving(tell: (alarm: KeptAlarm, isSaved: boolean) => void = () => {}) {
  const underWay = new Map<string, Promise<boolean>>()
  const unsaved = new Set<string>()

  async function put(alarm: KeptAlarm): Promise<boolean> {
    const isSaved = await isDone(keepAlarm(alarm))
    underWay.delete(alarm.key)
    if (isSaved) unsaved.delete(alarm.key)
    else unsaved.add(alarm.key)
    tell(alarm, isSaved)
    await askForSync().catch(() => {})
    return isSaved
  }

  /** Resolves to whether the alarm is stored. */
  function save(alarm: KeptAlarm): Promise<boolean> {
    const isSaved = underWay.get(alarm.key) ?? put(alarm)
    underWay.set(alarm.key, isSaved)
    return isSaved
  }

  return {
    save,
    /** As far as is known: a pending write counts as saved. */
    isSaved: ({ key }: KeptAlarm) => !unsaved.has(key),
    saveIfUnsaved(alarm: KeptAlarm) {
      if (unsaved.has(alarm.key)) void save(alarm)
    },
    /** Resolves to whether it was deleted. While it is stored, the service worker or the next page may send it. */
    drop: ({ key }: KeptAlarm) => isDone(dropKept(key)),
  }
}

const isDone = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )

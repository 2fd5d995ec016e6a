import { askForSync } from '../register'
import { dropKept, type KeptAlarm, keepAlarm } from './kept-alarms'

/**
 * Puts what is being sent into the browser's store, which may be silent once and answer later: what is not there yet is put there
 * anew at each try. An alarm is put there once at a time, since what regrets it would wait behind each; whoever asks meanwhile waits
 * for the same.
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

  /** Whether it lies there then. */
  function save(alarm: KeptAlarm): Promise<boolean> {
    const isSaved = underWay.get(alarm.key) ?? put(alarm)
    underWay.set(alarm.key, isSaved)
    return isSaved
  }

  return {
    save,
    /** As far as is known: what is being put there is. */
    isSaved: ({ key }: KeptAlarm) => !unsaved.has(key),
    saveIfUnsaved(alarm: KeptAlarm) {
      if (unsaved.has(alarm.key)) void save(alarm)
    },
    /** Whether it is gone: while it lies there it may be sent, by the service worker or the next page. */
    drop: ({ key }: KeptAlarm) => isDone(dropKept(key)),
  }
}

const isDone = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )

import { askNoticeFor, sentNoticeFor } from '../raise/raise-words'
import { readKept } from './kept/kept-alarms'
import { sortKept } from './kept/kept-order'
import { sendEveryKept } from './send-kept'

type Notice = ReturnType<typeof sentNoticeFor>
type Page = {
  say: (notice: Notice) => void
  /** Something was sent, which the page may show. */
  lookAgain: () => void
}

/**
 * Sends what was kept in this browser, wherever the member is when the line comes back, and says what waits to be asked about.
 * Returns how to stop.
 */
export function sendFromAnywhere(memberId: string, { say, lookAgain }: Page): () => void {
  const send = async () => {
    for (const { isTest, sending } of await sendEveryKept(memberId).catch(() => [])) {
      if (sending.kind !== 'sent') continue
      say(sentNoticeFor({ isTest, partners: sending.partners }))
      lookAgain()
    }
  }
  const ask = async () => {
    const [old] = sortKept(await readKept().catch(() => []), memberId, Date.now()).toAsk
    if (old) say(askNoticeFor(new Date(old.writtenAt)))
  }
  void send().then(ask)
  addEventListener('online', send)
  return () => removeEventListener('online', send)
}

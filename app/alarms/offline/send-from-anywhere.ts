import { untilAnswered } from '~/live/browser-database'
import { askNoticeFor, sentNoticeFor } from '../raise/raise-words'
import { readKept } from './kept/kept-alarms'
import { sortKept } from './kept/kept-order'
import { sendEveryKept } from './send-kept'

type Notice = ReturnType<typeof sentNoticeFor>
type Page = {
  say: (notice: Notice) => void
  /** Called after something was sent, so that the page can revalidate. */
  lookAgain: () => void
}

/**
 * Sends the alarms kept in this browser as soon as the line is back, on whichever page the member is, and tells of
 * those that wait for confirmation. Returns a function that stops it.
 */
export function sendFromAnywhere(memberId: string, { say, lookAgain }: Page): () => void {
  let isOver = false
  const read = async <Value>(from: () => Promise<Value[]>) => (await untilAnswered(from, () => isOver)) ?? []
  const send = async () => {
    for (const { isTest, sending } of await read(() => sendEveryKept(memberId))) {
      if (sending.kind !== 'sent') continue
      say(sentNoticeFor({ isTest, partners: sending.partners }))
      lookAgain()
    }
  }
  const ask = async () => {
    const [old] = sortKept(await read(readKept), memberId, Date.now()).toAsk
    if (old) say(askNoticeFor(new Date(old.writtenAt)))
  }
  void send().then(ask)
  addEventListener('online', send)
  return () => {
    isOver = true
    removeEventListener('online', send)
  }
}

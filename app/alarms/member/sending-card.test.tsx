import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SendingCard } from './parts/sending-card'

const at = Date.parse('2026-11-20T20:00:00Z')
const alarm = { key: 'k', memberId: 'm', message: 'Nu är de på gården', position: null, isTest: false, writtenAt: at }

/** The card after the session has ended. */
function cardWith(hasAlarm: boolean) {
  const nothing = () => undefined
  const deeds = { send: nothing, cancel: nothing, confirm: nothing, tryNow: nothing }
  const state = { kind: 'not them', alarm, isSaved: true } as const
  return renderToStaticMarkup(
    <SendingCard {...deeds} state={state} hasSent={false} isBlocked={false} hasAlarm={hasAlarm} />,
  )
}

test('after the session has ended, says that an open alarm shown below may have changed', () => {
  expect(cardWith(true)).toContain('kan ha ändrats')
  expect(cardWith(false)).not.toContain('kan ha ändrats')
})

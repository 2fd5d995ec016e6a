import { expect, test } from 'vitest'
import type { Delivery } from '~/platform/mail/mail.server'
import { useHouse } from '../../test/support/house'
import { readOutbox } from './outbox-list-store.server'
import { insertMail } from './outbox-store.server'
import { sendDueMail } from './send-due-mail.server'

const house = useHouse()

const mail = {
  recipient: 'siv@exempel.se',
  subject: 'Hej',
  text: 'https://kvartera.test/auth/reset?token=x',
  html: '<p>x</p>',
}

/** A way out that answers each mail with the next of these. */
function sender(...answers: Delivery[]) {
  const sent: string[] = []
  return {
    name: 'test',
    leavesTheHouse: true,
    sent,
    async send(_: unknown, id: string) {
      sent.push(id)
      return answers.shift() ?? { kind: 'delivered' as const }
    },
  }
}

const newest = async () => (await readOutbox(house.db, null, 1))[0]

test('a mail that fails for now is tried again, later and later, and then is sent once', async () => {
  await insertMail(house.db, 'greeting', mail)
  const way = sender({ kind: 'temporary', reason: 'SMTP 450' }, { kind: 'temporary', reason: 'SMTP 450' })
  await sendDueMail({ ...house, mail: way })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(1)
  expect(await newest()).toMatchObject({ state: 'queued', last_error: 'SMTP 450' })

  house.clock.forward({ minutes: 1 })
  await sendDueMail({ ...house, mail: way })
  house.clock.forward({ minutes: 2 })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(3)
  expect(await newest()).toMatchObject({ state: 'sent', last_error: null })
})

test('a mail that can never arrive is given up at once, and says why', async () => {
  await insertMail(house.db, 'greeting', mail)
  const way = sender({ kind: 'permanent', reason: 'SMTP 550' })
  await sendDueMail({ ...house, mail: way })
  house.clock.forward({ days: 2 })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(1)
  expect(await newest()).toMatchObject({ state: 'failed', last_error: 'SMTP 550' })
})

test('two processes that look at the same moment send a mail once', async () => {
  await insertMail(house.db, 'greeting', mail)
  const way = sender()
  await Promise.all([1, 2, 3, 4].map(() => sendDueMail({ ...house, mail: way })))
  expect(way.sent).toHaveLength(1)
})

test('a claim of a process that died lapses', async () => {
  await insertMail(house.db, 'greeting', mail)
  const dying = { ...sender(), send: () => Promise.reject(new Error('killed')) }
  await expect(sendDueMail({ ...house, mail: dying })).rejects.toThrow('killed')
  const way = sender()
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(0)
  house.clock.forward({ minutes: 2 })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(1)
})

test('a secret link that has left the house is not kept, and one that stays can be followed', async () => {
  await insertMail(house.db, 'recovery', mail)
  await sendDueMail({ ...house, mail: sender() })
  expect((await newest())?.body_text).not.toContain('token=')

  await insertMail(house.db, 'recovery', mail)
  await sendDueMail({ ...house, mail: { ...sender(), leavesTheHouse: false } })
  expect((await newest())?.body_text).toContain('token=')
})

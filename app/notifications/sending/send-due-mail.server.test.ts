import { expect, test } from 'vitest'
import { claimDue, insertMail, insertSecretMail } from '~/outbox/outbox-store.server'
import { readOutbox } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { openKeys } from '~/platform/keys.server'
import type { Delivery } from '~/platform/mail/mail.server'
import { whileKept } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { sendDueMail } from './send-due-mail.server'

const house = useHouse()
holdWakes(house)

const mail = {
  recipient: 'siv@exempel.se',
  subject: 'Hej',
  text: 'https://kvartera.test/auth/reset?token=x',
  html: '<p>x</p>',
}

/** A fake mail sender that returns these answers in turn. */
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

test('retries a mail after a temporary error with back-off, and sends it once', async () => {
  await insertMail(house.db, 'postcode opened', mail)
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

test('gives up a mail at once after a permanent error and stores the reason', async () => {
  await insertMail(house.db, 'postcode opened', mail)
  const way = sender({ kind: 'permanent', reason: 'SMTP 550' })
  await sendDueMail({ ...house, mail: way })
  house.clock.forward({ days: 2 })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(1)
  expect(await newest()).toMatchObject({ state: 'failed', last_error: 'SMTP 550' })
})

test('concurrent workers send a mail once', async () => {
  await insertMail(house.db, 'postcode opened', mail)
  const way = sender()
  await Promise.all([1, 2, 3, 4].map(() => sendDueMail({ ...house, mail: way })))
  expect(way.sent).toHaveLength(1)
})

test('a worker neither takes nor waits for messages that another has claimed (skip locked)', async () => {
  for (const recipient of ['a@exempel.se', 'b@exempel.se', 'c@exempel.se']) {
    await insertMail(house.db, 'postcode opened', { ...mail, recipient })
  }
  const claim = (db: Database, most: number) => claimDue(db, 'mail', house.clock.now(), most)
  const { first, second } = await whileKept(
    house.db,
    (db) => claim(db, 1),
    async (db, first) => ({ first, second: await claim(db, 10) }),
  )
  expect([first.length, second.length]).toEqual([1, 2])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3)
})

test('the claim of a worker that died expires, and the mail is sent', async () => {
  await insertMail(house.db, 'postcode opened', mail)
  const dying = { ...sender(), send: () => Promise.reject(new Error('killed')) }
  await expect(sendDueMail({ ...house, mail: dying })).rejects.toThrow('killed')
  const way = sender()
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(0)
  house.clock.forward({ minutes: 2 })
  await sendDueMail({ ...house, mail: way })
  expect(way.sent).toHaveLength(1)
})

const secretMail = () => {
  const secret = 'https://kvartera.test/auth/reset?token=x'
  const html = `<p>${secret}</p>`
  const letter = { recipient: 'siv@exempel.se', subject: 'Hej', text: secret, html }
  return insertSecretMail(house.db, 'recovery', letter, { keys: house.keys, secret })
}
const whole = async () => JSON.stringify(await house.db.selectFrom('outbox_messages').selectAll().execute())

test('a secret is stored sealed only, put into the mail when it is sent, and erased afterwards', async () => {
  await secretMail()
  expect(await whole()).not.toContain('token=')
  const sent: { text: string; html: string }[] = []
  const way = {
    ...sender(),
    async send(mail: { text: string; html: string }) {
      sent.push(mail)
      return { kind: 'delivered' as const }
    },
  }
  await sendDueMail({ ...house, mail: way })
  expect(sent).toMatchObject([{ text: expect.stringContaining('token=x'), html: expect.stringContaining('token=x') }])
  expect(await newest()).toMatchObject({ state: 'sent' })
  expect(await house.db.selectFrom('outbox_messages').select('secret').execute()).toEqual([{ secret: null }])
})

test.each(['permanent', 'gave up'])('erases the secret of a mail that failed: %s', async (how) => {
  await secretMail()
  const answer = how === 'permanent' ? 'permanent' : 'temporary'
  for (let days = 0; days < 10; days++) {
    await sendDueMail({ ...house, mail: sender({ kind: answer, reason: 'nej' }) })
    house.clock.forward({ days: 1 })
  }
  expect(await newest()).toMatchObject({ state: 'failed' })
  expect(await house.db.selectFrom('outbox_messages').select('secret').execute()).toEqual([{ secret: null }])
})

test('fails a mail whose secret cannot be decrypted instead of sending it without', async () => {
  await secretMail()
  const way = sender()
  await sendDueMail({ ...house, keys: openKeys(['another secret that is long enough 0123456789']), mail: way })
  expect(way.sent).toEqual([])
  expect(await newest()).toMatchObject({ state: 'failed', last_error: 'hemligheten går inte att läsa' })
})

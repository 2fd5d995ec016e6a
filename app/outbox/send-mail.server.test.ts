import { beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { joinAsMember, proven } from '../../test/support/people'
import { sendMail, sendSecretMail } from './send-mail.server'

const house = useHouse()
const recipient = 'siv@exempel.se'
const letter = {
  greeting: 'Hej Siv,',
  paragraphs: ['Åsa & Co kommer <snart>.', 'Du behöver inte göra något.'],
  facts: [{ term: 'När', value: 'torsdag 26 november\nkl. 10' }],
  action: { label: 'Se bokningen', url: 'http://kvartera.test/bookings?id=1&visa=allt' },
  footnote: 'Fråga oss om något är fel.',
}

beforeEach(async () => {
  await house.db.deleteFrom('outbox_messages').execute()
})

test('sends a mail once, with the same content as text and as escaped HTML', async () => {
  await sendMail(house.db, 'booking confirmed', recipient, 'Din bokning', letter)
  const [row] = await house.db.selectFrom('outbox_messages').selectAll().execute()
  expect(row).toMatchObject({
    channel: 'mail',
    kind: 'booking confirmed',
    state: 'queued',
    person_id: null,
    secret: null,
  })
  const mails = await house.deliver()
  expect(mails).toHaveLength(1)
  const { subject, text, html } = mailTo(mails, recipient)
  expect(subject).toBe('Din bokning')
  expect(text.split('\n\n')).toEqual([
    'Hej Siv,',
    'Åsa & Co kommer <snart>.',
    'Du behöver inte göra något.',
    'När: torsdag 26 november\nkl. 10',
    'Se bokningen:\nhttp://kvartera.test/bookings?id=1&visa=allt',
    'Fråga oss om något är fel.',
    'Hälsningar\nKvartera',
  ])
  for (const said of ['Hej Siv,', 'Åsa &amp; Co kommer &lt;snart&gt;.', 'torsdag 26 november<br>kl. 10', 'Fråga oss']) {
    expect(html).toContain(said)
  }
  expect(html).toContain('href="http://kvartera.test/bookings?id=1&amp;visa=allt"')
  expect(await house.deliver()).toEqual([])
})

test('sends no mail when the transaction is rolled back', async () => {
  const undone = house.db.transaction().execute(async (db) => {
    await sendMail(db, 'booking confirmed', recipient, 'Din bokning', letter)
    throw new Error('it came to nothing')
  })
  await expect(undone).rejects.toThrow('it came to nothing')
  expect(await house.deliver()).toEqual([])
})

test('a mail by address alone belongs only to an account that has proven the address, however it was typed', async () => {
  const [stranger, siv] = [await joinAsMember(house), await proven(house, await joinAsMember(house))]
  await house.db.deleteFrom('outbox_messages').execute()
  for (const to of [stranger.email, siv.email.toUpperCase()]) {
    await sendMail(house.db, 'contact answer', to, 'Svar på din fråga', letter)
  }
  const rows = await house.db.selectFrom('outbox_messages').select('person_id').orderBy('id').execute()
  expect(rows).toEqual([{ person_id: null }, { person_id: siv.signedIn.person.id }])
})

test('a mail belongs to its recipient or the given person, and a secret is stored sealed until it is sent', async () => {
  const [siv, olle] = [await proven(house, await joinAsMember(house)), await joinAsMember(house)]
  await house.deliver()
  await house.db.deleteFrom('outbox_messages').execute()
  const secret = 'hemlig-nyckel-7'
  const action = { label: 'Logga in', url: `http://kvartera.test/in?nyckel=${secret}` }
  const sealed = { keys: house.keys, secret }
  await sendMail(house.db, 'booking confirmed', siv.email, 'Din bokning', letter)
  const to = { recipient: siv.email, personId: olle.signedIn.person.id }
  await sendSecretMail(house.db, 'recovery', to, 'Nytt lösenord', { ...letter, action }, sealed)
  const rows = await house.db.selectFrom('outbox_messages').selectAll().orderBy('id').execute()
  expect(rows.map(({ person_id }) => person_id)).toEqual([siv.signedIn.person.id, olle.signedIn.person.id])
  expect(JSON.stringify(rows)).not.toContain(secret)
  const mails = await house.deliver()
  const recovery = mails.find(({ subject }) => subject === 'Nytt lösenord')
  expect(recovery?.text).toContain(action.url)
  expect(recovery?.html).toContain(`href="${action.url}"`)
})

import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { openSmtp } from './smtp.server'

const mail = {
  recipient: 'siv@exempel.se',
  subject: 'Hej på dig, åäö',
  text: 'Rad ett\nRad två',
  html: '<p>Rad ett</p>',
}
const servers: SMTPServer[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(done)))))

type Answer = (done: (error?: Error & { responseCode?: number }) => void) => void
type To = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** A real SMTP server on loopback that answers a given command of each message (default DATA) as `answer` says. */
async function startServer(answer: Answer, to: To = 'DATA') {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => (to === 'MAIL FROM' ? answer(done) : done()),
    onRcptTo: (_address, _session, done) => (to === 'RCPT TO' ? answer(done) : done()),
    onData(stream: SMTPServerDataStream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString())
        if (to === 'DATA') answer(done)
        else done()
      })
    },
  })
  server.on('error', () => {})
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, port, sender: openSmtp(`smtp://127.0.0.1:${port}`, 'hej@kvartera.test') }
}

const refusing =
  (responseCode: number, words = 'nej'): Answer =>
  (done) =>
    done(Object.assign(new Error(words), { responseCode }))

test('sends text and HTML, with the same Message-ID at a retry', async () => {
  const { received, sender } = await startServer((done) => done())
  expect(await sender.send(mail, '42')).toEqual({ kind: 'delivered' })
  expect(await sender.send(mail, '42')).toEqual({ kind: 'delivered' })
  expect(received).toHaveLength(2)
  for (const message of received) {
    expect(message).toContain('To: siv@exempel.se')
    expect(message).toContain('Message-ID: <42@kvartera.test>')
    expect(message).toContain('multipart/alternative')
  }
})

test.each([
  ['a full mailbox', 452, 'temporary'],
  ['greylisting', 450, 'temporary'],
  ['an unknown recipient', 550, 'permanent'],
])('%s (SMTP %i) is a %s failure', async (_, code, kind) => {
  const { sender } = await startServer(refusing(code))
  expect(await sender.send(mail, '1')).toEqual({ kind, reason: `SMTP ${code}` })
})

test.each<[string, To, number, string, 'temporary' | 'permanent']>([
  ['an unknown recipient', 'RCPT TO', 550, '5.1.1 No such user', 'permanent'],
  ['an unknown recipient, without an enhanced code', 'RCPT TO', 550, 'No such user', 'permanent'],
  ['a 554 at the recipient, without an enhanced code', 'RCPT TO', 554, 'No', 'permanent'],
  ['a code about parameters', 'RCPT TO', 555, 'Parameters not recognised', 'temporary'],
  ['a disabled mailbox', 'RCPT TO', 550, '5.2.1 Mailbox disabled', 'permanent'],
  ['an unknown sender, refused at the recipient', 'RCPT TO', 550, '5.1.8 Bad sender', 'temporary'],
  ['a relay that requires a login', 'RCPT TO', 550, '5.7.1 Relaying denied', 'temporary'],
  ['a missing login', 'MAIL FROM', 530, '5.7.0 Authentication required', 'temporary'],
  ['an unverified sender', 'MAIL FROM', 553, '5.7.1 Sender not verified', 'temporary'],
  ['a quota used up', 'MAIL FROM', 550, 'Daily limit reached', 'temporary'],
  ['an unverified sender, refused at the data', 'DATA', 554, '5.7.1 Sender identity not verified', 'temporary'],
  ['a mail that is too large', 'DATA', 552, '5.3.4 Message too big', 'permanent'],
  ['rejected content', 'DATA', 554, '5.6.0 Content rejected', 'permanent'],
])('%s (at %s: %i %s) is a %s failure', async (_, to, code, words, kind) => {
  const { sender } = await startServer(refusing(code, words), to)
  expect(await sender.send(mail, '1')).toEqual({ kind, reason: `SMTP ${code}` })
})

test('the Message-ID has the domain of a sender with a display name', async () => {
  const { received, port } = await startServer((done) => done())
  await openSmtp(`smtp://127.0.0.1:${port}`, 'Kvartera <hej@kvartera.test>').send(mail, '43')
  expect(received[0]).toContain('Message-ID: <43@kvartera.test>')
  expect(received[0]).toContain('From: Kvartera <hej@kvartera.test>')
})

test('an unreachable server is a temporary failure', async () => {
  const sender = openSmtp('smtp://127.0.0.1:1', 'hej@kvartera.test')
  expect(await sender.send(mail, '1')).toMatchObject({ kind: 'temporary' })
})

test('sends nothing unencrypted to another machine: without TLS it is a temporary failure', async () => {
  const { received, port } = await startServer((done) => done())
  // This machine, by an address that `isLoopback` does not recognise.
  const sender = openSmtp(`smtp://0.0.0.0:${port}`, 'hej@kvartera.test')
  expect(await sender.send(mail, 'm1')).toMatchObject({ kind: 'temporary' })
  expect(received).toEqual([])
})

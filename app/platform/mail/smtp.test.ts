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

/** A real SMTP server on loopback that answers each message as it is told. */
async function startServer(answer: Answer) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream: SMTPServerDataStream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString())
        answer(done)
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
  (responseCode: number): Answer =>
  (done) =>
    done(Object.assign(new Error('nej'), { responseCode }))

test('a mail arrives with its words, once under one identifier', async () => {
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
])('%s (%i) is %s', async (_, code, kind) => {
  const { sender } = await startServer(refusing(code))
  expect(await sender.send(mail, '1')).toEqual({ kind, reason: `SMTP ${code}` })
})

test('a server that is not there may be there later', async () => {
  const sender = openSmtp('smtp://127.0.0.1:1', 'hej@kvartera.test')
  expect(await sender.send(mail, '1')).toMatchObject({ kind: 'temporary' })
})

test('to another machine nothing is said in clear: without TLS the mail waits', async () => {
  const { received, port } = await startServer((done) => done())
  // This machine by an address that is not known for it.
  const sender = openSmtp(`smtp://0.0.0.0:${port}`, 'hej@kvartera.test')
  expect(await sender.send(mail, 'm1')).toMatchObject({ kind: 'temporary' })
  expect(received).toEqual([])
})

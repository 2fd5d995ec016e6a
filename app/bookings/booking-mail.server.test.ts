import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMail } from '~/notifications/public.server'
import { openSmtp } from '~/platform/mail/smtp.server'
import { bookingValues, joinNear, openShop, setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { requestBooking } from './book/request-booking.server'

const house = useHouse()
const received: { to: string[]; message: string }[] = []

/** A real SMTP server on the loopback interface that records the mails it receives. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream: SMTPServerDataStream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ to, message: Buffer.concat(parts).toString() })
      done()
    })
  },
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => new Promise<void>((closed) => server.close(closed)))

/** The parts of a MIME message, decoded. */
function readMail(message: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1]
  return message.split(`--${boundary}`).map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const text = body.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
    const bytes = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })
}

test('a request is mailed to both sides over SMTP, as text and as escaped HTML, with Swedish letters intact', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house, { service: { title: 'Fönsterputs & <b>städ</b>' } })
  const member = await joinNear(house, shop)
  const form = bookingValues(shop.serviceId, '2027-02-01', '10:00', {
    address: 'Åkervägen 5',
    note: 'Ring på\nhos grannen',
  })
  valueFrom(await requestBooking(house, member.signedIn, form))
  const mail = openSmtp(`smtp://127.0.0.1:${port}`, 'hej@kvartera.test')
  // Mail left over from signing up is sent along.
  while ((await sendDueMail({ ...house, mail })) > 0);

  const toCompany = received.find(
    ({ to, message }) => to.includes(shop.owner.email) && message.includes('multipart/alternative'),
  )
  const toMember = received.find(({ to }) => to.includes(member.email))
  const [, text = '', html = ''] = readMail(toCompany?.message ?? '')
  expect(text).toContain('Hej Lind Städ AB,')
  expect(text).toContain('När: måndag 1 februari kl. 10.00–11.00')
  expect(text).toContain('Var: Åkervägen 5')
  expect(text).toContain('Svara på förfrågan:\n'.replace('\n', '\r\n'))
  expect(html).toContain('Ring på<br>hos grannen')
  // User input is escaped in the HTML part (XSS).
  expect(html).toContain('Fönsterputs &amp; &lt;b&gt;städ&lt;/b&gt;')
  expect(readMail(toMember?.message ?? '')[1]).toContain('Din förfrågan har gått till Lind Städ AB.')
})

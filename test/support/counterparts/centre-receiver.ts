import { type AddressInfo, createServer, type Socket } from 'node:net'
import { crc16, hex4 } from '~/platform/dc09/crc'
import { framed, seal, unseal } from '~/platform/dc09/frame.server'
import { momentText } from '~/platform/dc09/signal'

/**
 * The receiver of an alarm receiving centre on loopback (SIA DC-09): answers ACK, and in every faulty way seen in real
 * receivers, and some that only an attacker has. It parses frames with code of its own, so that the product's encoder
 * is not tested with itself.
 */
export type CentreMood =
  | 'well'
  | 'nak'
  /** Its clock is that many seconds ahead, until it is told its own time. */
  | { aheadBy: number }
  | 'bare nak'
  /** Refuses extended data. */
  | 'only bare'
  | 'duh'
  /** As if the checksum of every frame were wrong. */
  | 'empty line'
  | 'silent'
  /** Sends one byte at a time, with so many milliseconds between. */
  | { dripEvery: number }
  | { slowBy: number }
  | 'half a frame'
  | 'wrong number'
  | 'wrong account'
  | 'wrong sum'
  /** Answers in clear although the frame was encrypted. */
  | 'in clear'
  /** A replay of an answer from an hour ago. */
  | 'old answer'
  | 'closes'
  | 'resets'
  | 'noise first'
  | 'noise without end'
  /** The right answer, after one to another frame. */
  | 'late one first'

export type HeardFrame = {
  id: string
  number: string
  receiver: string
  line: string
  account: string
  isSealed: boolean
  /** The data in the first brackets, without padding. */
  data: string
  /** "[H…][S…]", as received. */
  extensions: string
  at: string
  /** When it was complete, in real time. */
  heardAt: number
}

export type CentreReceiver = {
  port: number
  mood: CentreMood
  /** Every complete frame with a right checksum, oldest first. */
  heard: HeardFrame[]
  /** Bytes that were not such a frame. */
  unread: string[]
  /** Open connections, and the maximum so far. */
  lines: { now: number; most: number }
  close(): Promise<void>
}

export async function startCentre({ key = null }: { key?: Buffer | null } = {}): Promise<CentreReceiver> {
  const open = new Set<Socket>()
  const receiver: CentreReceiver = {
    port: 0,
    mood: 'well',
    heard: [],
    unread: [],
    lines: { now: 0, most: 0 },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((socket) => {
    open.add(socket)
    receiver.lines.now = open.size
    receiver.lines.most = Math.max(receiver.lines.most, open.size)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      receiver.lines.now = open.size
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r'); end !== -1; end = text.indexOf('\r')) {
        const frame = read(text.slice(0, end), key)
        if (frame) receiver.heard.push(frame)
        else receiver.unread.push(text.slice(0, end))
        answer(socket, frame, receiver.mood, key)
        text = text.slice(end + 1)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}

const shape =
  /^\n([0-9A-F]{4})(0[0-9A-F]{3})("(\*?)(SIA-DCS|ADM-CID|NULL)"(\d{4})R([0-9A-F]{1,6})L([0-9A-F]{1,6})#([0-9A-F]{3,16})\[(.*))$/s

function read(text: string, key: Buffer | null): HeardFrame | null {
  const [, sum, length = '', body = '', star, id = '', number = '', receiver = '', line = '', account = '', rest = ''] =
    shape.exec(text) ?? []
  if (!body || hex4(crc16(Buffer.from(body, 'latin1'))) !== sum || Number.parseInt(length, 16) !== body.length)
    return null
  const clear = star ? key && unseal(key, rest)?.replace(/^[^|[\]]*\|/, '') : rest
  const parts = /^([^\]]*)\]((?:\[[^\]]*\])*)_(\d\d:\d\d:\d\d,\d\d-\d\d-\d{4})$/.exec(clear ?? '')
  if (!parts) return null
  const [, data = '', extensions = '', at = ''] = parts
  const heardAt = performance.timeOrigin + performance.now()
  return { id, number, receiver, line, account, isSealed: star === '*', data, extensions, at, heardAt }
}

function answer(socket: Socket, frame: HeardFrame | null, mood: CentreMood, key: Buffer | null) {
  const now = new Date()
  if (mood === 'silent') return
  if (mood === 'closes') return void socket.end()
  if (mood === 'resets') return void socket.resetAndDestroy()
  if (mood === 'bare nak') return void socket.write('"NAK"')
  if (mood === 'noise without end') return void shout(socket)
  if (mood === 'empty line' || frame === null) return void socket.write('\n\r')
  if (mood === 'nak' || (mood === 'only bare' && frame.extensions)) return void socket.write(nak(null))
  if (mood === 'duh') return void socket.write(framed(`"DUH"${frame.number}R0L0#${frame.account}[]`))
  if (typeof mood === 'object' && 'aheadBy' in mood) {
    const clock = new Date(now.getTime() + mood.aheadBy * 1000)
    if (Math.abs(timeOf(frame.at) - clock.getTime()) > 20_000) return void socket.write(nak(clock))
    return void socket.write(ack(frame, clock, key))
  }
  if (mood === 'wrong number') {
    const number = String((Number(frame.number) + 1) % 10_000).padStart(4, '0')
    return void socket.write(ack({ ...frame, number }, now, key))
  }
  if (mood === 'wrong account') return void socket.write(ack({ ...frame, account: 'FFFF' }, now, key))
  if (mood === 'in clear') return void socket.write(ack(frame, now, null))
  if (mood === 'old answer') return void socket.write(ack(frame, new Date(now.getTime() - 3_600_000), key))
  const right = ack(frame, now, key)
  if (mood === 'wrong sum') return void socket.write(right.toString('latin1').replace(/^\n..../, '\n0000'))
  if (mood === 'half a frame') return void socket.write(right.subarray(0, right.length - 8))
  if (mood === 'noise first') return void socket.write(Buffer.concat([Buffer.from('\u0000\u00ff hello \r'), right]))
  if (mood === 'late one first') {
    return void socket.write(Buffer.concat([ack({ ...frame, number: '9999' }, now, key), right]))
  }
  if (typeof mood === 'object' && 'slowBy' in mood) return void setTimeout(() => socket.write(right), mood.slowBy)
  if (typeof mood === 'object') return drip(socket, right, mood.dripEvery)
  socket.write(right)
}

function ack({ number, account }: Pick<HeardFrame, 'number' | 'account'>, at: Date, key: Buffer | null): Buffer {
  const head = `"${key ? '*' : ''}ACK"${number}R0L0#${account}[`
  return framed(key ? head + seal(key, `|]_${momentText(at)}`) : `${head}]`)
}

const nak = (at: Date | null) => framed(`"NAK"0000R0L0A0[]${at ? `_${momentText(at)}` : ''}`)

function timeOf(at: string): number {
  const [, clock, month, day, year] = /^([\d:]{8}),(\d\d)-(\d\d)-(\d{4})$/.exec(at) ?? []
  return Date.parse(`${year}-${month}-${day}T${clock}Z`)
}

function drip(socket: Socket, bytes: Buffer, everyMs: number) {
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed || sent >= bytes.length) return clearInterval(timer)
    socket.write(bytes.subarray(sent, ++sent))
  }, everyMs)
}

function shout(socket: Socket) {
  if (socket.destroyed) return
  socket.write('A'.repeat(512), () => setImmediate(shout, socket))
}

import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * Stands between the product and its database, and can say nothing: a firewall that has forgotten its lines, a primary that
 * is gone without a word. What was sent meanwhile is never handed on, as nobody has it.
 */
export type SilentProxy = {
  port: number
  /** Lines that there are say nothing from now on; new ones work. */
  silenceOld(): void
  /** Nothing says anything, new lines neither, until `speak`; lines from before stay silent for good. */
  silenceAll(): void
  /** Lines that there are break off, and nobody takes a new one: a database that has been stopped. Until `speak`. */
  refuseAll(): void
  speak(): void
  /** New lines lead to another one from now on; those that there are stay with theirs. */
  leadTo(to: NetConnectOpts): void
  lines(): number
  /** Of those, the ones that will never say anything again. */
  silentLines(): number
  /** And of those, the ones on which nothing has been asked since: whoever is given one waits for nothing. */
  silentUnusedLines(): number
  close(): Promise<void>
}

export async function openSilentProxy(first: NetConnectOpts): Promise<SilentProxy> {
  type Line = { near: Socket; far: Socket | null; isSilent: boolean; isAsked: boolean }
  const lines = new Set<Line>()
  let to = first
  let isSilent = false
  let isGone = false
  const server = createServer((near) => {
    if (isGone) return void near.resetAndDestroy()
    const line: Line = { near, far: isSilent ? null : connect(to), isSilent, isAsked: false }
    lines.add(line)
    const { far } = line
    const hand = (from: Socket, onTo: Socket | null) =>
      from.on('data', (chunk) => void (line.isSilent || onTo?.write(chunk)))
    hand(near, far)
    near.on('data', () => {
      line.isAsked ||= line.isSilent
    })
    if (far) hand(far, near)
    near.on('error', () => {})
    far?.on('error', () => {})
    near.on('close', () => {
      lines.delete(line)
      far?.destroy()
    })
    far?.on('close', () => void (line.isSilent || near.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const silence = () => {
    for (const line of lines) line.isSilent = true
  }
  return {
    port: (server.address() as AddressInfo).port,
    silenceOld: silence,
    silenceAll() {
      isSilent = true
      silence()
    },
    refuseAll() {
      isGone = true
      for (const { near } of lines) near.destroy()
    },
    speak() {
      isSilent = false
      isGone = false
    },
    leadTo(other) {
      to = other
    },
    lines: () => lines.size,
    silentLines: () => [...lines].filter((line) => line.isSilent).length,
    silentUnusedLines: () => [...lines].filter((line) => line.isSilent && !line.isAsked).length,
    async close() {
      for (const { near, far } of lines) {
        near.destroy()
        far?.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where PostgreSQL is listened to by a folder of sockets. */
export const socketIn = (folder: string) => ({ path: `${folder}/.s.PGSQL.5432` })

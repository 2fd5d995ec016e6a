import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * A proxy between the product and its database that can go silent, like a firewall that dropped its connections or a
 * primary that vanished. Data sent meanwhile is lost.
 */
export type SilentProxy = {
  port: number
  /** Existing connections go silent; new ones work. */
  silenceOld(): void
  /** All connections go silent, new ones too, until `speak`; earlier ones stay silent for good. */
  silenceAll(): void
  /** Existing connections break and new ones are refused, as by a stopped database, until `speak`. */
  refuseAll(): void
  speak(): void
  /** Routes new connections elsewhere; existing ones stay. */
  leadTo(to: NetConnectOpts): void
  lines(): number
  /** How many connections are silent for good. */
  silentLines(): number
  /** Silent connections on which nothing has been sent since: their next user waits in vain. */
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

/** The Unix socket of PostgreSQL in a folder. */
export const socketIn = (folder: string) => ({ path: `${folder}/.s.PGSQL.5432` })

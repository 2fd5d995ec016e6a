import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort, startProcess } from '../support/product-process'
import { say } from './storm/seeded'

/**
 * A disk that is filled completely while alarms are raised. Needs a disk of its own, which only root can mount: `npm
 * run faults -- disk`.
 */
const { FAULTS } = process.env
const size = 900

/** Fills the disk until a write fails, and again as soon as there is room. */
function fill(file: string): () => void {
  const at = openSync(file, 'a')
  const chunk = Buffer.alloc(1_000_000, 1)
  const write = () => {
    try {
      for (;;) writeSync(at, chunk)
    } catch {
      // The disk is full.
    }
  }
  write()
  const timer = setInterval(write, 20)
  return () => {
    clearInterval(timer)
    closeSync(at)
    rmSync(file)
  }
}

test.runIf(FAULTS === 'disk' || FAULTS === 'full')(
  'alarms are taken again after the disk was full, and the health check never says ok while it is full',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kvartera-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=0755`, 'tmpfs', folder])
    const port = String(await freePort())
    const home = `http://127.0.0.1:${port}`
    const product = await startProcess({ DATA_DIR: join(folder, 'data'), PORT: port })
    const post = (path: string, fields: Record<string, string>, cookie = '') =>
      fetch(home + path, {
        method: 'POST',
        headers: { cookie, Origin: home },
        body: new URLSearchParams(fields),
        redirect: 'manual',
        signal: AbortSignal.timeout(12_000),
      })
    try {
      const login = await post('/auth', { intent: 'login', email: 'boende@demo.example', password: 'kvarter12540' })
      const cookie = login.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const presses: { at: number; acceptedAt: number | null }[] = []
      const saidWell: number[] = []
      let slowestHealth = 0
      let isOver = false
      const pressing = (async () => {
        while (!isOver) {
          const key = randomUUID()
          const at = Date.now()
          const answer = await post('/dashboard/customer/safety/send', { key, message: 'Hjälp' }, cookie).catch(
            () => null,
          )
          const isAccepted = answer?.status === 200 && (await answer.text()).includes(key)
          presses.push({ at, acceptedAt: isAccepted ? Date.now() : null })
          await pause(150)
        }
      })()
      const watching = (async () => {
        while (!isOver) {
          const at = Date.now()
          const health = await fetch(`${home}/halsa/larm`, { signal: AbortSignal.timeout(6_000) }).catch(() => null)
          if (health?.status === 200) saidWell.push(Date.now())
          slowestHealth = Math.max(slowestHealth, Date.now() - at)
          await pause(150)
        }
      })()
      await pause(5_000)
      const began = Date.now()
      const empty = fill(join(folder, 'full'))
      await pause(30_000)
      const emptied = Date.now()
      empty()
      await pause(15_000)
      isOver = true
      await Promise.all([pressing, watching])
      const accepted = presses.flatMap(({ acceptedAt }) => acceptedAt ?? [])
      const moments = [began, ...accepted.filter((at) => at > began)]
      const gaps = moments.slice(1).map((at, n) => ({ from: moments[n] ?? 0, ms: at - (moments[n] ?? 0) }))
      const longest = gaps.reduce((most, each) => (each.ms > most.ms ? each : most), { from: 0, ms: 0 })
      // The health check said "ok" at a time when the next press failed. The disk is checked four times a second.
      const saidWellUntruly = saidWell.filter(
        (well) => well > began + 1_000 && presses.find(({ at }) => at > well)?.acceptedAt === null,
      ).length
      const saidWellWhileFull = saidWell.filter((well) => well > began + 1_000 && well < emptied).length
      const whileFull = accepted.filter((at) => at > began && at < emptied).length
      const afterwards = accepted.filter((at) => at > emptied).length
      const backAfterMs = Math.min(...accepted.filter((at) => at > emptied)) - emptied
      say(
        `disk: ${JSON.stringify({ longestGapMs: longest.ms, gapFromS: (longest.from - began) / 1000, saidWellUntruly, saidWellWhileFull, whileFull, afterwards, backAfterMs, slowestHealthMs: slowestHealth })}`,
      )
      expect(afterwards).toBeGreaterThan(10)
      // The health check must not say "ok" while the disk is full, nor when the next press fails.
      expect({ saidWellUntruly, saidWellWhileFull }).toEqual({ saidWellUntruly: 0, saidWellWhileFull: 0 })
    } finally {
      await product.stop()
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the built product as `npm start` does, with a demo neighbourhood of its own. */
export default async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-browser-'))
  const product = spawn(process.execPath, ['bin/start.mjs'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '3210', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('is open at')) resolve()
    }
    product.stdout.on('data', hear)
    product.stderr.on('data', hear)
    product.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${said}`)))
  })
  product.removeAllListeners('exit')

  return async () => {
    const ended = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from './product-process'

/** One product for all browser journeys, with a demo neighbourhood of its own. */
export default async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-browser-'))
  const product = await startProcess({
    DATA_DIR: folder,
    PORT: process.env.TEST_PORT ?? '',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../product-process'

/** One product for all browser journeys, with a demo neighbourhood of its own. */
export default async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-browser-'))
  const product = await startProcess({
    // It believes a proxy, for the journeys that come from many addresses.
    MODE: 'demo',
    DATA_DIR: folder,
    PORT: process.env.TEST_PORT ?? '',
    TRUSTED_PROXIES: '127.0.0.1',
    // What a browser pretends to be reached at is nobody's server.
    PUSH_ADAPTER: 'outbox',
  })
  // For what no page can bring about in the time a journey has, such as a company that is paid and checked.
  process.env.TEST_FOLDER = folder
  return async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../product-process'

/** Starts one product for all browser journeys, with a demo of its own. */
export default async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-browser-'))
  const product = await startProcess({
    // Trusts a proxy, so that journeys can come from many addresses.
    MODE: 'demo',
    DATA_DIR: folder,
    PORT: process.env.TEST_PORT ?? '',
    TRUSTED_PROXIES: '127.0.0.1',
    // The push endpoints of test browsers do not exist, so pushes stay in the outbox.
    PUSH_ADAPTER: 'outbox',
  })
  // Lets tests reach the database for what no page can do in time, such as a paid and checked company.
  process.env.TEST_FOLDER = folder
  return async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

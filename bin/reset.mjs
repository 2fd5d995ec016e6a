// `npm run reset`: throws the demo neighbourhood away; the next start moves a new one in.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.DATA_DIR || '.data'
if (existsSync(join(folder, 'postgres', 'postmaster.pid'))) {
  console.error('The database is running: stop the product first.')
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
console.log('The demo neighbourhood is gone. `npm start` moves a new one in.')

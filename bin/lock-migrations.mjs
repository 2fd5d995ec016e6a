// `npm run db:lock`: records the checksum of each new migration. A recorded line never changes: a migration that
// somebody may have run is followed by another, not edited.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join('db', 'migrations')
const lock = join('db', 'migrations.lock')
const written = existsSync(lock) ? readFileSync(lock, 'utf8').trim().split('\n') : []
const known = new Set(written.map((line) => line.split('  ')[1]))
const added = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && !known.has(name))
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}`,
  )
writeFileSync(lock, `${[...written, ...added].join('\n')}\n`)
console.log(added.length > 0 ? `Written down: ${added.map((line) => line.split('  ')[1]).join(', ')}` : 'Nothing new.')

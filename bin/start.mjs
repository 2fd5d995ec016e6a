// `npm start`, after bin/setup.mjs: runs the built product and prints its address.
import './production.mjs'
// Default import: with a named import an old Node would fail before the check above can report its version.
import nodeModule from 'node:module'
import { join } from 'node:path'

nodeModule.enableCompileCache(join(process.env.DATA_DIR || '.data', 'compile-cache'))
const { serve, ConfigError } = await import('../build/server/index.js')

try {
  const served = await serve((text) => console.log(`  ${text} …`))
  // In a worker process `served` is null: its parent prints the address.
  const { origin, logins } = served ?? { logins: [] }
  if (served) console.log(`\n  Kvartera is open at ${origin}\n`)
  if (logins.length > 0) {
    const widest = Math.max(...logins.map(({ who }) => who.length))
    console.log('  Demo logins:')
    for (const { who, email, password } of logins) console.log(`    ${who.padEnd(widest)}  ${email}  ${password}`)
    console.log('')
  }
} catch (error) {
  console.error(error instanceof ConfigError ? `\n  ${error.message}\n` : error)
  process.exit(1)
}

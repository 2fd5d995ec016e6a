// `npm start`, after bin/setup.mjs: runs the built product and says where it is.
import './production.mjs'
// By name it would have to be there before the line above could say that this Node is too old.
import nodeModule from 'node:module'
import { join } from 'node:path'

nodeModule.enableCompileCache(join(process.env.DATA_DIR || '.data', 'compile-cache'))
const { serve, ConfigError } = await import('../build/server/index.js')

try {
  const served = await serve((text) => console.log(`  ${text} …`))
  // One of several leaves it to the one that started it.
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

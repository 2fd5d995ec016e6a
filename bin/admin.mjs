// `npm run admin -- grant mail@example.se [member|company|admin] [--vouch]`
import './production.mjs'

const { grantRole, ConfigError } = await import('../build/server/index.js')
const given = process.argv.slice(2)
const [command, email, role = 'admin'] = given.filter((word) => !word.startsWith('--'))
const options = given.filter((word) => word.startsWith('--'))
if (command !== 'grant' || !email || options.some((option) => option !== '--vouch')) {
  console.error('Usage: npm run admin -- grant mail@example.se [member|company|admin] [--vouch]')
  process.exit(2)
}
try {
  console.log(await grantRole({ email, role, isVouchedFor: options.includes('--vouch') }))
  process.exit(0)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

// `npm run admin -- grant mail@example.se [member|company|admin]`
import './production.mjs'

const { grantRole, ConfigError } = await import('../build/server/index.js')
const [command, email, role = 'admin'] = process.argv.slice(2)
if (command !== 'grant' || !email) {
  console.error('Usage: npm run admin -- grant mail@example.se [member|company|admin]')
  process.exit(2)
}
try {
  console.log(await grantRole(email, role))
  process.exit(0)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

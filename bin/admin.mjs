// `npm run admin -- grant mail@example.se [member|company|admin] [--vouch]`
import { runDeed } from './deed.mjs'

const given = process.argv.slice(2)
const [command, email, role = 'admin'] = given.filter((word) => !word.startsWith('--'))
const options = given.filter((word) => word.startsWith('--'))
if (command !== 'grant' || !email || options.some((option) => option !== '--vouch')) {
  console.error('Usage: npm run admin -- grant mail@example.se [member|company|admin] [--vouch]')
  process.exit(2)
}
await runDeed(({ grantRole }) => grantRole({ email, role, isVouchedFor: options.includes('--vouch') }))

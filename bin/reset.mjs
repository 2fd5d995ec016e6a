// `npm run reset`: throws the demo neighbourhood away; the next start moves a new one in.
import { runDeed } from './deed.mjs'

await runDeed(({ reset }) => reset())

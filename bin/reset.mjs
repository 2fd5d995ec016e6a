// `npm run reset`: deletes the demo neighbourhood; the next start seeds a new one.
import { runDeed } from './deed.mjs'

await runDeed(({ reset }) => reset())

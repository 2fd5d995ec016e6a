// `npm run restore -- folder`: replaces the current data by a backup (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ restore }, say) => restore(process.argv[2], say))

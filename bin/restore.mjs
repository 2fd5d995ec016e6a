// `npm run restore -- folder`: puts a backup in the place of what is there (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ restore }, say) => restore(process.argv[2], say))

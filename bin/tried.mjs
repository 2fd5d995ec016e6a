// `TRIED_URL=postgresql://… npm run tried`: inspects a backup restored elsewhere, and reports to the product
// (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ tried }) => tried(process.argv[2], process.env.TRIED_URL))

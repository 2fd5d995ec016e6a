// `TRIED_URL=postgresql://… npm run tried`: looks at a backup that somebody has put back elsewhere, and tells the product (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ tried }) => tried(process.argv[2], process.env.TRIED_URL))

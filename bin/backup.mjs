// `npm run backup [-- folder]`: all that must survive, while the product runs or not (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ backUp }, say) => backUp(process.argv[2], say))

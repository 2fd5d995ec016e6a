// `npm run backup [-- folder]`: copies all that must survive, whether the product runs or not (docs/operations.md).
import { runDeed } from './deed.mjs'

await runDeed(({ backUp }, say) => backUp(process.argv[2], say))

// Forces garbage collection in the product every few seconds, so that its memory figures show what is retained.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const sweep = runInNewContext('gc')
setInterval(sweep, 8_000).unref()

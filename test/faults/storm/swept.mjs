// Sweeps the heap of the product every few seconds, so that its figures say what is kept and not what nobody has cleared away yet.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const sweep = runInNewContext('gc')
setInterval(sweep, 8_000).unref()

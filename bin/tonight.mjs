// The nightly backup process, started by the product (server/backup/keep-backups.ts) and never by hand.
import { setPriority } from 'node:os'
import './production.mjs'

// Set before anything is loaded: later threads and child processes inherit it. At this priority the web process gets
// nine tenths of a contested core; with the lowest one, a busy machine would not be done by the morning.
setPriority(10)
const [folder, keepFree] = process.argv.slice(2)
const { tryTonight, clearTonight } = await import('../build/server/index.js')

// Cleans up when told to stop, or when the parent is gone, which may have been killed.
const leave = () => {
  clearTonight(folder)
  process.exit(1)
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave)
process.on('disconnect', leave)
if (!process.connected) leave()

const tried = await tryTonight({ folder, keepFree: Number(keepFree) })
process.off('disconnect', leave)
process.send(tried, () => process.exit(0))

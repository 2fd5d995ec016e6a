// The backup of a night, for the product that started this (server/backup/keep-backups.ts): nobody runs it by hand.
import { setPriority } from 'node:os'
import './production.mjs'

// Before anything is read: threads and processes that are started from here on have it from this one. Whoever answers people has nine tenths of
// a core that both want; with the lowest there is, a busy machine would not be done by the morning.
setPriority(10)
const [folder, keepFree] = process.argv.slice(2)
const { tryTonight, clearTonight } = await import('../build/server/index.js')

// Told to stop, or left by the one that started it, which may have been killed: nothing stays behind.
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

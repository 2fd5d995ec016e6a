import { needFreePort } from '../start/open-product'
import { type Loaded, openStorage, readMostConnections } from '../start/open-storage'
import { stopOnSignal } from '../start/stop-on-signal'
import { howMany } from './how-many'
import { keepProcesses } from './keep-processes'
import type { Login } from './words'

/**
 * The parent process: it holds the port, the embedded database and the migrations, and does nothing else, so that
 * nothing else can crash it.
 */
export async function serveSeveral(loaded: Loaded, say: (text: string) => void): Promise<Login[]> {
  await needFreePort(loaded)
  const { config } = loaded
  const storage = await openStorage(loaded, 'keep', say)
  const { log } = storage
  const isOurs = loaded.secrets.databaseUrl === null
  process.on('exit', storage.closeNow)
  try {
    const count = howMany(config.webProcesses, { most: await readMostConnections(storage.pool), isOurs })
    log.info({ processes: count }, 'processes of the web on one port')
    // From here on each worker has connections of its own; this process keeps only the lock of an embedded database.
    await storage.pool.end()
    if (!isOurs) await storage.close()
    const processes = await keepProcesses(count, log)
    if (!processes) {
      await storage.close()
      process.exit(1)
    }
    stopOnSignal({
      noticeMs: config.stopNoticeMs,
      log,
      async stop() {
        const wasClean = await processes.stop()
        await storage.close()
        return wasClean
      },
      killNow: processes.killNow,
    })
    return processes.logins
  } catch (error) {
    await storage.close()
    throw error
  }
}

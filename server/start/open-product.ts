import { createServer } from 'node:net'
import { countPublicFigures, sealHomesAnew, signLinksAnew } from '~/alarms/public.server'
import { sealHooksAnew } from '~/integrations/public.server'
import { runMemberships } from '~/membership/public.server'
import { sealAnew } from '~/platform/auth/seal-anew.server'
import { ConfigError } from '~/platform/config.server'
import { demoLogins, seedDemo } from '../../db/seed/demo'
import { drawPhotos, hangPhotos } from '../../db/seed/photos'
import { type OpenHouse, openHouse } from './open-house'
import { type Loaded, loadConfig, openStorage, type Storage } from './open-storage'

export type OpenProduct = {
  house: OpenHouse
  logins: typeof demoLogins
  close(): Promise<void>
  /** For `process.on('exit')`, where nothing can be awaited. */
  closeNow(): void
}

/** Opens everything but the web server, in order: configuration, a free port, storage, ports, demo. */
export async function openProduct(say: (text: string) => void): Promise<OpenProduct> {
  const given = loadConfig()
  // A single process uses every limit undivided, whatever WEB_PROCESSES says.
  const loaded = { ...given, config: { ...given.config, webProcesses: null } }
  await needFreePort(loaded)
  return moveIn(loaded, await openStorage(loaded, 'keep', say), say)
}

/** Opens a worker process, whose port, database and migrations are its parent's. */
export async function joinProduct(say: (text: string) => void): Promise<OpenProduct> {
  const loaded = loadConfig()
  return moveIn(loaded, await openStorage(loaded, 'join', say), say)
}

async function moveIn(loaded: Loaded, storage: Storage, say: (text: string) => void): Promise<OpenProduct> {
  const { config, secrets } = loaded
  const house = openHouse(loaded, storage)
  if (storage.isNew) {
    say('Moving in the demo neighbourhood')
    const movedIn = seedDemo(house.db, house.clock.now(), config, secrets.auth)
    const [photos] = await Promise.all([drawPhotos(house), movedIn])
    await hangPhotos(house, photos)
    // The recurring chores may have run before the demo was seeded.
    await runMemberships(house)
    await countPublicFigures(house)
  }
  const homes = secrets.auth.length > 1 ? await sealHomesAnew(house) : 0
  const hooks = await sealHooksAnew(house)
  const sealed = (await sealAnew(house.db, secrets.auth)) + homes + hooks
  if (sealed > 0) storage.log.info({ sealed }, 'sealed anew with the newest secret')
  const links = await signLinksAnew(house)
  if (links > 0) storage.log.warn({ links }, 'links to alarms of a secret that is not read any more were closed')
  return {
    house,
    logins: config.mode === 'demo' ? demoLogins : [],
    async close() {
      await house.close()
      await storage.close()
    },
    closeNow: () => storage.closeNow(),
  }
}

export async function needFreePort({ config: { port, host } }: Loaded) {
  if (!(await isFree(port, host))) throw portTaken(port)
}

export const portTaken = (port: number) =>
  new ConfigError(`Port ${port} is taken by another program: stop it, or choose another with PORT=${port + 1}.`)

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

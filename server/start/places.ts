import { join } from 'node:path'

/** Everything that must survive lies here; git ignores it. A test gives its own with DATA_DIR. */
const data = process.env.DATA_DIR || '.data'

/** What a process needs that works for us beside us: where things are, and no secret. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG, DATA_DIR: data }
}

export const places = {
  data,
  secret: join(data, 'auth-secret'),
  log: join(data, 'kvartera.log'),
  files: join(data, 'files'),
  /** The demo's own Swish, where several processes are asked about it. */
  localSwish: join(data, 'local-swish'),
  /** There while a backup is put in place, and after that was cut off. */
  restoring: join(data, 'restoring'),
  migrations: join('db', 'migrations'),
}

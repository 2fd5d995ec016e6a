import { join } from 'node:path'

/** The folder of all data that must survive; ignored by git. Tests set DATA_DIR. */
const data = process.env.DATA_DIR || '.data'

/** Minimal environment for a child process: paths, and no secret. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG, DATA_DIR: data }
}

export const places = {
  data,
  secret: join(data, 'auth-secret'),
  log: join(data, 'kvartera.log'),
  files: join(data, 'files'),
  /** The demo's simulated Swish, shared by several processes. */
  localSwish: join(data, 'local-swish'),
  /** Marker file, present while a backup is being put in place, and after that was cut off. */
  restoring: join(data, 'restoring'),
  migrations: join('db', 'migrations'),
}

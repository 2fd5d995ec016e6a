import { join } from 'node:path'

/** Where things lie in the project; everything that must survive is under `.data`, which git ignores. */
export const places = {
  data: '.data',
  secret: join('.data', 'auth-secret'),
  log: join('.data', 'kvartera.log'),
  migrations: join('db', 'migrations'),
}

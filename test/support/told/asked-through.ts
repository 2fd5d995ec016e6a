import type { CompiledQuery } from 'kysely'
import type { Database } from '~/platform/database/database.server'

type Ask = () => Promise<unknown>

/**
 * A proxy of the database that passes every statement through `around`, which may delay or drop it. `around` gets its
 * name, if it has one, and its parameters.
 */
export function askedThrough(
  db: Database,
  around: (name: string, ask: Ask, given: readonly unknown[]) => Promise<unknown>,
): Database {
  return new Proxy(db, {
    get(real, name) {
      const own = Reflect.get(real, name)
      if (name !== 'executeQuery') return typeof own === 'function' ? own.bind(real) : own
      return (query: CompiledQuery) => {
        const statement = query.sql as string | { name: string }
        const named = typeof statement === 'string' ? '' : statement.name
        return around(named, () => real.executeQuery(query), query.parameters)
      }
    },
  })
}

import type pg from 'pg'

/** Resource use of a process and its database at a moment: what must not grow under constant load. */
export type Sample = {
  atMs: number
  heapMb: number
  residentMb: number
  handles: number
  files: number
  connections: number
  waiting: number
  lagMs: number
  tables: Table[]
}
export type Table = { name: string; mb: number; live: number; dead: number; vacuums: number }

export async function sample(pool: pg.Pool, origin: string, metricsKey: string): Promise<Sample> {
  const said = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsKey}` },
    signal: AbortSignal.timeout(10_000),
  })
  if (said.status !== 200) throw new Error(`/metrics was answered ${said.status}`)
  const text = await said.text()
  const sum = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' '))), 0)
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = 'storm' and application_name like 'kvartera%'`,
  )
  const { rows: tables } = await pool.query<Table>(
    `select relname as name, round(pg_total_relation_size(relid) / 1e6, 2)::float as mb, n_live_tup::int as live, n_dead_tup::int as dead,
       (autovacuum_count + vacuum_count)::int as vacuums
     from pg_stat_user_tables where schemaname = 'public' and n_live_tup + n_dead_tup > 0`,
  )
  return {
    atMs: Date.now(),
    heapMb: sum('nodejs_heap_size_used_bytes') / 1e6,
    residentMb: sum('process_resident_memory_bytes') / 1e6,
    handles: sum('nodejs_active_handles_total'),
    files: sum('process_open_fds'),
    connections: rows[0]?.n ?? 0,
    waiting: sum('kvartera_pool_waiting'),
    lagMs: sum('nodejs_eventloop_lag_p99_seconds') * 1_000,
    tables,
  }
}

export type Kind = 'heapMb' | 'residentMb' | 'handles' | 'files' | 'connections'

/** The minimum that was seen: what is left after garbage collection. */
export const floorOf = (samples: readonly Sample[], kind: Kind) => Math.min(...samples.map((each) => each[kind]))
/** The median, for resources that fluctuate with the visitors. */
export function middleOf(samples: readonly Sample[], kind: Kind): number {
  const sorted = samples.map((each) => each[kind]).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0)
}

/** Dead rows at which autovacuum considers a table, by its defaults; it runs once a minute. */
const whenVacuumed = (live: number) => 50 + 0.2 * live
/** Allowance for rows that died since, in the busiest table. */
const rounds = 5
const mostAtOnce = 2_000

export const behindVacuum = (tables: readonly Table[]) =>
  tables.filter(({ live, dead }) => dead > rounds * whenVacuumed(live) + mostAtOnce).map(({ name }) => name)

/** Tables with no more rows than before that take far more space. */
export function bloated(before: readonly Table[], after: readonly Table[]): string[] {
  const was = new Map(before.map((table) => [table.name, table]))
  return after
    .filter(({ name, mb, live }) => {
      const first = was.get(name)
      return first !== undefined && live <= first.live * 1.1 + 10 && mb > first.mb * 2 + 2
    })
    .map(({ name }) => name)
}

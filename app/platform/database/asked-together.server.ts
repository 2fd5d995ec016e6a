import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from 'kysely'

/**
 * A Kysely dialect that batches reads: the selects of one turn of the event loop, such as a page's `Promise.all`, share
 * one pooled connection and are pipelined on it, so that they leave in one write (docs/decisions/0223). Queries that
 * may write, and transactions, have a connection of their own.
 */
export class ReadsTogether implements Dialect {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  createDriver(): Driver {
    return new SharingDriver(this.#dialect.createDriver())
  }

  createQueryCompiler(): QueryCompiler {
    return this.#dialect.createQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return this.#dialect.createAdapter()
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Kysely's own interface has it
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return this.#dialect.createIntrospector(db)
  }
}

/** Raw SQL queries whose author declares that they neither write nor lock. */
const reads = new WeakSet<CompiledQuery>()

export function asRead<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  reads.add(query)
  return query
}

/** Selects that lock rows, or write in a `with`: outside a transaction they must not share a connection with reads. */
const writes = new WeakSet<CompiledQuery>()

export function asWrite<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  writes.add(query)
  return query
}

const isRead = (query: CompiledQuery) =>
  reads.has(query) || (query.query.kind === 'SelectQueryNode' && !writes.has(query))

/** A connection shared by several readers, released after the last one's answer. */
type Shared = { line: Promise<DatabaseConnection>; readers: number }

class SharingDriver implements Driver {
  readonly #driver: Driver
  /** The shared connection that reads of the current turn join. */
  #joined: Shared | null = null

  constructor(driver: Driver) {
    this.#driver = driver
  }

  init() {
    return this.#driver.init()
  }

  destroy() {
    return this.#driver.destroy()
  }

  /** Lazy: a connection is taken from the pool only when the first query shows whether it is a read. */
  async acquireConnection(): Promise<Borrowed> {
    return new Borrowed(this.#driver, (query) => this.#readTogether(query))
  }

  releaseConnection(borrowed: Borrowed) {
    return borrowed.giveBack()
  }

  async beginTransaction(borrowed: Borrowed, settings: TransactionSettings) {
    await this.#driver.beginTransaction(await borrowed.own(), settings)
  }

  async commitTransaction(borrowed: Borrowed) {
    await this.#driver.commitTransaction(await borrowed.own())
  }

  async rollbackTransaction(borrowed: Borrowed) {
    await this.#driver.rollbackTransaction(await borrowed.own())
  }

  async #readTogether<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const shared = this.#joined ?? this.#open()
    shared.readers++
    try {
      return await (await shared.line).executeQuery<Row>(query)
    } finally {
      shared.readers--
      // If acquiring the connection failed, there is nothing to release.
      if (shared.readers === 0) {
        if (this.#joined === shared) this.#joined = null
        await shared.line.then(
          (line) => this.#driver.releaseConnection(line),
          () => {},
        )
      }
    }
  }

  #open(): Shared {
    const shared: Shared = { line: this.#driver.acquireConnection(), readers: 0 }
    this.#joined = shared
    // Runs after the rest of this turn. Queries of other requests come in later turns.
    process.nextTick(() => {
      if (this.#joined === shared) this.#joined = null
    })
    return shared
  }
}

class Borrowed implements DatabaseConnection {
  readonly #driver: Driver
  readonly #readTogether: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  #own: Promise<DatabaseConnection> | null = null

  constructor(driver: Driver, readTogether: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>) {
    this.#driver = driver
    this.#readTogether = readTogether
  }

  own(): Promise<DatabaseConnection> {
    this.#own ??= this.#driver.acquireConnection()
    return this.#own
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#own && isRead(query)) return this.#readTogether(query)
    return (await this.own()).executeQuery(query)
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows come whole.')
  }

  async giveBack() {
    const own = this.#own
    this.#own = null
    if (own) await this.#driver.releaseConnection(await own)
  }
}

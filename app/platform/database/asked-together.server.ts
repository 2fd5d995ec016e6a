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
 * A dialect whose reads go together: what is asked in one turn of the event loop, as by a `Promise.all` of a page, borrows one
 * line of the pool and is pipelined on it, so that it leaves in one write (docs/decisions/0223). Whatever may write, and all of a
 * transaction, has a line to itself as it had before.
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

/** Written SQL that says of itself that it changes nothing and holds nothing. */
const reads = new WeakSet<CompiledQuery>()

export function asRead<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  reads.add(query)
  return query
}

const isRead = (query: CompiledQuery) => query.query.kind === 'SelectQueryNode' || reads.has(query)

/** A line that several readers have, until the last has its answer. */
type Shared = { line: Promise<DatabaseConnection>; readers: number }

class SharingDriver implements Driver {
  readonly #driver: Driver
  /** What whoever asks in this turn joins. */
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

  /** Nothing is borrowed before it is known what for. */
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
      // One that never came is nobody's to give back.
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
    // After all that this turn still does by itself; what another visitor asks comes in another.
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

import type pg from 'pg'

/** A recorded statement: its name, if it is a prepared statement, and whether it was pipelined with others. */
export type Said = { name?: string; text: string; values: unknown[]; isAlone: boolean }

type Listener = { said: Said[] | null }

/** Records every statement sent on a pool's connections while recording is on. */
export function listenTo(pool: pg.Pool): Listener {
  const listener: Listener = { said: null }
  pool.on('connect', (client) => {
    let unanswered = 0
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [asked, values] = given as [string | { name?: string; text: string }, unknown]
      const { name, text } = typeof asked === 'string' ? { text: asked } : asked
      const isAlone = unanswered === 0
      listener.said?.push({ ...(name && { name }), text, values: Array.isArray(values) ? values : [], isAlone })
      const answer = query(...given)
      unanswered++
      const answered = () => {
        unanswered--
      }
      if (answer instanceof Promise) answer.then(answered, answered)
      return answer
    }) as typeof client.query
  })
  return listener
}

/** Replays the statements bare, pipelined as they were. `heard` receives each answer. */
export async function sayAgain(
  pool: pg.Pool,
  said: readonly Said[],
  renewed: (value: unknown) => unknown,
  heard: (statement: Said, rows: Record<string, unknown>[]) => void = () => {},
) {
  const line = await pool.connect()
  try {
    let awaited: Promise<void>[] = []
    for (const statement of said) {
      const { isAlone, values, ...asked } = statement
      if (isAlone) {
        await Promise.all(awaited)
        awaited = []
      }
      awaited.push(line.query({ ...asked, values: values.map(renewed) }).then(({ rows }) => heard(statement, rows)))
    }
    await Promise.all(awaited)
  } finally {
    line.release()
  }
}

export async function inParallel<Item>(atOnce: number, items: readonly Item[], does: (item: Item) => Promise<unknown>) {
  const left = items.toReversed()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await does(item)
    }),
  )
}

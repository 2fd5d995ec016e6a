import { setTimeout as pause } from 'node:timers/promises'
import { openSession, type World } from './world'

/** Everyday load beside alarms and orders: page views, open streams, and companies that accept bookings. */
export type Everyday = {
  /** Duration of each page view since the last call. */
  takeTimes(): number[]
  looks: number
  confirmed: number
  openScreens(): number
  refused: string[]
  stop(): Promise<void>
}

type Visitor = { cookie: string; pages: readonly string[] }

const betweenLooksMs = 1_000
const betweenYesesMs = 1_500
const screens = 8

export async function startEveryday(world: World, origin: string): Promise<Everyday> {
  const { pool, members } = world
  const { rows: owners } = await pool.query<{ id: string }>(
    `select owner_id as id from companies where owner_id is not null order by postcode limit 4`,
  )
  const { rows: admins } = await pool.query<{ id: string }>(
    `update profiles set two_factor_enabled = true where user_role = 'admin' returning id`,
  )
  const cookiesOf = (people: { id: string }[]) => Promise.all(people.map(({ id }) => openSession(pool, id)))
  const [companies, [admin = '']] = [await cookiesOf(owners), await cookiesOf(admins)]
  // Members at the end of the list press late or never.
  const looking = members.slice(-screens)
  const visitors: Visitor[] = [
    { cookie: '', pages: ['/', '/companies', '/auth', '/svarstider', '/vad-konceptet-sparar'] },
    {
      cookie: looking[0]?.cookie ?? '',
      pages: ['', '/safety', '/bookings', '/points', '/membership', '/book'].map(
        (page) => `/dashboard/customer${page}`,
      ),
    },
    {
      cookie: companies[0] ?? '',
      pages: ['', '/bookings', '/services', '/reviews', '/earnings'].map((page) => `/dashboard/provider${page}`),
    },
    {
      cookie: admin,
      pages: ['', '/alarms', '/users', '/outbox', '/payments', '/audit', '/faults'].map(
        (page) => `/dashboard/admin${page}`,
      ),
    },
  ]
  let times: number[] = []
  let isOver = false
  let open = 0
  const day: Everyday = { looks: 0, confirmed: 0, refused: [], takeTimes, openScreens: () => open, stop }

  function takeTimes() {
    const taken = times
    times = []
    return taken
  }

  async function look({ cookie, pages }: Visitor) {
    for (let n = 0; !isOver; n++) {
      const page = pages[n % pages.length] ?? '/'
      const began = performance.now()
      const said = await fetch(origin + page, {
        ...{ headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(30_000) },
      }).then(
        async (answer) => ((await answer.text()).includes('</html>') ? answer.status : 'half a page'),
        (error) => String(error.cause ?? error),
      )
      day.looks++
      times.push(performance.now() - began)
      if (said !== 200) day.refused.push(`${page}: ${said}`)
      await pause(betweenLooksMs)
    }
  }

  /** An open page: reads the stream, and opens it again when it ends. */
  async function watch(cookie: string) {
    while (!isOver) {
      const ending = new AbortController()
      endings.add(ending)
      try {
        const answer = await fetch(`${origin}/live`, { headers: { cookie }, signal: ending.signal })
        if (answer.status !== 200 || !answer.body) day.refused.push(`/live: ${answer.status}`)
        open++
        // Closed now and then, as by somebody who leaves.
        const goesHome = setTimeout(() => ending.abort(), 30_000 + Math.random() * 60_000)
        try {
          for await (const _ of answer.body ?? []) if (isOver) break
        } finally {
          clearTimeout(goesHome)
          open--
        }
      } catch {}
      endings.delete(ending)
      if (!isOver) await pause(500)
    }
  }
  const endings = new Set<AbortController>()

  /** Companies open their diary and accept pending bookings. */
  async function sayYes() {
    const asked = new Set<string>()
    while (!isOver) {
      const { rows } = await pool.query<{ id: string; owner: string }>(
        `select bookings.id, owner_id as owner from bookings join companies on companies.id = company_id
         where status = 'pending' and owner_id = any($1) and bookings.id <> all($2) limit 1`,
        [owners.map(({ id }) => id), [...asked]],
      )
      const [booking] = rows
      if (booking) {
        asked.add(booking.id)
        const cookie = companies[owners.findIndex(({ id }) => id === booking.owner)] ?? ''
        const answer = await fetch(`${origin}/dashboard/provider/bookings`, {
          ...{ method: 'POST', headers: { cookie, origin }, redirect: 'manual', signal: AbortSignal.timeout(30_000) },
          body: new URLSearchParams({ intent: 'confirm', id: booking.id }),
        }).catch((error) => ({ status: String(error) }))
        if (answer.status === 302) day.confirmed++
        else day.refused.push(`a yes: ${answer.status}`)
      }
      await pause(betweenYesesMs)
    }
  }

  const all = [
    ...visitors.map(look),
    ...[...looking.map(({ cookie }) => cookie), admin, ...companies].map(watch),
    sayYes(),
  ]
  for (const one of all) one.catch(() => {})

  async function stop() {
    isOver = true
    for (const ending of endings) ending.abort()
    await Promise.all(all)
  }
  return day
}

import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Policy } from '~/alarms/watch/policy'
import { authSecrets } from '~/platform/auth/auth-secrets.server'
import { type Cluster, startCluster } from '~/platform/database/embedded-postgres.server'
import { migrate } from '~/platform/database/migrate.server'
import { operatorEnv } from '../../support/operator'
import { freePort, postmasterOf } from '../../support/product-process'
import { hooksName } from './own-systems'

/** A database as durable as the product's, with streets, guards and members. */

export const secrets = {
  auth: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm',
  webhook: 'wh-f4ult-tests-3hT8wLq9Zx',
  elks: { username: 'u1', password: 'p1' },
}

export type Pace = Pick<Policy, 'callAgainS' | 'widenS' | 'tellMemberS'>
/** The shortest times that a policy allows, so that a test sees every step. */
const quickest: Pace = { callAgainS: 15, widenS: 16, tellMemberS: 17 }

export type Member = { id: string; cookie: string }
export type World = {
  folder: string
  cluster: Cluster
  pool: pg.Pool
  url: string
  members: Member[]
  pace: Pace
  /** Phones of guards who answer JA; the others never answer. */
  answering: Set<string>
  close(): Promise<void>
}

/** Guards answer in half of the streets; in the others alarms go through all steps. */
export const guardsAnswer = 'postcode::int % 2 = 0'

type Given = { members: number; pace?: Pace | undefined; cluster?: Cluster | undefined }

export async function openWorld({ members, pace = quickest, cluster: given }: Given): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-storm-'))
  const cluster = given ?? (await startCluster({ folder, settings: ['max_connections=200'] }))
  const { host, user } = cluster.connection
  const admin = new pg.Pool({ ...cluster.connection, max: 1 })
  await admin.query('create database storm')
  await admin.end()
  const pool = new pg.Pool({ ...cluster.connection, database: 'storm', max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool, 'db/migrations')
  await noteTrueTimes(pool)
  const world = await moveIn(pool, members, pace)
  return {
    folder,
    cluster,
    pool,
    url: `postgresql://${user}@/storm?host=${encodeURIComponent(host)}`,
    ...world,
    pace,
    async close() {
      await pool.end().catch(() => {})
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Records when each timeline entry was written, by the database's clock, which no test moves. */
async function noteTrueTimes(pool: pg.Pool) {
  await pool.query(`create table true_times (entry_id uuid primary key, at timestamptz not null);
    create function note_true_time() returns trigger language plpgsql security definer as $$
    begin insert into true_times values (new.id, clock_timestamp()); return null; end $$;
    create trigger note_true_time after insert on alarm_timeline for each row execute function note_true_time()`)
}

const streets = 10
const guardsEach = 2

async function moveIn(pool: pg.Pool, count: number, pace: Pace) {
  await pool.query(
    `insert into postcodes (code, name, state)
     select (50000 + n)::text, 'Gata ' || n, 'planned' from generate_series(0, ${streets - 1}) n`,
  )
  // Each street's neighbour is the next one of the same kind.
  await pool.query(
    `insert into postcode_neighbours select (50000 + n)::text, (50000 + (n + 2) % ${streets})::text
     from generate_series(0, ${streets - 1}) n`,
  )
  await pool.query(
    `insert into alarm_policies select (50000 + n)::text, ${pace.callAgainS}, ${pace.widenS}, ${pace.tellMemberS}, 14400, 92, now(), 30, 0
     from generate_series(0, ${streets - 1}) n`,
  )
  await pool.query(
    `with firm as (
       insert into companies (name, org_number, category, address, postcode, email, phone, is_security_partner, review_state)
       select 'Vakt ' || n, '556000-0000', 'security', 'Gatan 1', (50000 + n)::text, 'vakt@exempel.se', '+46701740600', true, 'approved'
       from generate_series(0, ${streets - 1}) n returning id, name, org_number, postcode),
     permit as (
       insert into security_partner_records
         (company_id, authorisation_number, authorisation_class, valid_until, name, org_number)
       select id, '1', 'Bevakning', '2199-12-31', name, org_number from firm)
     insert into security_partner_areas select id, postcode from firm`,
  )
  await pool.query(`update companies set security_status = 'active'`)
  await pool.query(
    `insert into guards (company_id, name, phone, phone_verified_at, on_duty_since, on_duty_until)
     select companies.id, 'Vakt ' || n, '+4670' || right(companies.postcode, 3) || lpad(n::text, 4, '0'), now(),
       now() - interval '1 hour', now() + interval '20 hours'
     from companies, generate_series(1, ${guardsEach}) n`,
  )
  await pool.query(`insert into profiles (full_name, email, user_role) values ('Jour', 'jour@exempel.se', 'admin')`)
  const { rows: people } = await pool.query<{ id: string }>(
    `insert into profiles (full_name, email, phone, postcode, member_status)
     select 'Boende ' || n, 'boende' || n || '@exempel.se', '+46708' || lpad(n::text, 6, '0'), (50000 + n % ${streets})::text, 'trial'
     from generate_series(0, ${count - 1}) n returning id`,
  )
  const sessions = people.map(({ id }) => ({ id, token: randomBytes(24).toString('base64url') }))
  await pool.query(
    `insert into sessions (profile_id, token, expires_at)
     select id, token, now() + interval '30 days' from jsonb_to_recordset($1) as given (id uuid, token text)`,
    [JSON.stringify(sessions)],
  )
  const { rows: phones } = await pool.query<{ phone: string }>(
    `select guards.phone from guards join companies on companies.id = company_id where ${guardsAnswer}`,
  )
  const members = sessions.map(({ id, token }) => ({ id, cookie: `kvartera.session_token=${signed(token)}` }))
  return { members, answering: new Set(phones.map(({ phone }) => phone)) }
}

/** Inserts a session for an existing person; returns its cookie. */
export async function openSession(pool: pg.Pool, profileId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await pool.query(`insert into sessions (profile_id, token, expires_at) values ($1, $2, now() + interval '30 days')`, [
    profileId,
    token,
  ])
  return `kvartera.session_token=${signed(token)}`
}

/** Signs a cookie as the auth library does. */
function signed(token: string): string {
  const [newest] = authSecrets([secrets.auth]).versions
  const signature = createHmac('sha256', newest?.value ?? '')
    .update(token)
    .digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

type ServerOf = { elksUrl: string; folder: string; clockFile: string | null; hooksPort: number | null }

export async function productEnv(
  world: World,
  { elksUrl, folder, clockFile, hooksPort }: ServerOf,
): Promise<Record<string, string>> {
  const port = String(await freePort())
  const preloaded = [
    ...(clockFile ? ['test/support/moved-clock.mjs'] : []),
    ...(hooksPort ? ['test/faults/storm/hooks-here.mjs'] : []),
  ]
  return {
    ...(preloaded.length > 0 && {
      NODE_OPTIONS: preloaded.map((file) => `--import=${resolve(file)}`).join(' '),
    }),
    ...(clockFile && { MOVED_CLOCK_FILE: clockFile }),
    ...(hooksPort && { HOOKS_NAME: hooksName, HOOKS_PORT: String(hooksPort) }),
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_URL: world.url,
    AUTH_SECRET: secrets.auth,
    MAIL_ADAPTER: 'outbox',
    PUSH_ADAPTER: 'outbox',
    SMS_ADAPTER: '46elks',
    ELKS_URL: elksUrl,
    ELKS_USERNAME: secrets.elks.username,
    ELKS_PASSWORD: secrets.elks.password,
    SMS_SENDER: '+46766860000',
    WEBHOOK_SECRET: secrets.webhook,
    // The simulated alarm receiving centre is on this machine.
    CENTRE_NETWORKS: '127.0.0.1',
    LOG_LEVEL: 'error',
    // There is no load balancer that would have to notice the stop.
    STOP_NOTICE_SECONDS: '0',
    ...operatorEnv,
  }
}

export const postgresPid = ({ folder }: World): number => postmasterOf({ data: join(folder, 'postgres') })

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { forgetPlace } from '~/platform/database/cluster-place.server'
import { demoEnv, freePort } from '../support/product-process'

/**
 * What docs/operations.md says of a release and of going back, line by line in a fresh clone: its blocks of shell are what is run.
 * @module-tag long
 */
const home = mkdtempSync(join(tmpdir(), 'kvartera-handbook-'))
chmodSync(home, 0o755)
const [published, clone] = [join(home, 'published'), join(home, 'clone')]
const port = await freePort()
const env = demoEnv({ PORT: String(port) })
const origin = `http://127.0.0.1:${port}`
let product: ChildProcess | null = null

afterAll(async () => {
  await stop('SIGTERM')
  forgetPlace(join(clone, '.data'))
  rmSync(home, { recursive: true, force: true })
})

/** The shell blocks of a section, each as its lines. */
function blocksOf(section: string): string[][] {
  const [, after = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n## ${section}\n`)
  const [words = ''] = after.split('\n## ')
  return [...words.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, lines = '']) => lines.split('\n'))
}

const git = (cwd: string, ...given: string[]) =>
  execFileSync('git', ['-c', 'user.name=Prov', '-c', 'user.email=prov@exempel.se', ...given], { cwd, stdio: 'pipe' })

/**
 * Publishes this checkout as a repository and clones it. Installed packages and the build are reused from here, since
 * they take minutes.
 */
function publishAndClone() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(published, file), { force: true })
  git(home, 'init', '--quiet', '--initial-branch=main', published)
  publish('As it is')
  git(home, 'clone', '--quiet', published, clone)
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
  cpSync('build/client', join(clone, 'build/client'), { recursive: true })
  cpSync('build/server', join(clone, 'build/server'), { recursive: true })
  cpSync('build/.setup-stamp', join(clone, 'build/.setup-stamp'))
}
function publish(subject: string) {
  git(published, 'add', '--all')
  git(published, 'commit', '--quiet', '--message', subject)
}

function start(line: string): Promise<void> {
  // A process group of its own, as a terminal makes one: Ctrl-C reaches the whole group.
  const child = spawn('sh', ['-c', line], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  product = child
  return new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes('is open at')) resolve()
      })
    child.once('exit', (code) => reject(new Error(`${line} ended with ${code}:\n${said}`)))
  })
}

async function stop(signal: NodeJS.Signals) {
  const child = product
  product = null
  if (!child?.pid || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, signal)
  await ended
}

/** Carries out a line of the handbook as its reader would. */
async function follow(line: string) {
  if (line.startsWith('# Ctrl-C')) return stop('SIGINT')
  if (line === 'npm start') return start(line)
  await new Promise<void>((resolve, reject) => {
    const child = spawn('sh', ['-c', line], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
      })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${line} ended with ${code}:\n${said}`))))
  })
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
async function signUp(email: string) {
  const fields = { intent: 'member', name: 'Prov', phone: '070-174 06 20', email, password: 'gullviva62', terms: 'on' }
  expect((await post('/signup', fields)).status).toBe(302)
}
const logsIn = async (email: string) =>
  (await post('/auth', { intent: 'login', email, password: 'gullviva62' })).headers.get('location') === '/dashboard'

test('the commands of docs/operations.md for a release and for going back work in a fresh clone', {
  timeout: 900_000,
}, async () => {
  const [release = [], back = []] = blocksOf('A release')
  expect(release.filter((line) => line.startsWith('npm') || line.startsWith('git'))).toHaveLength(3)
  expect(back.filter((line) => line.startsWith('npm') || line.startsWith('git'))).toHaveLength(3)
  publishAndClone()
  await start('npm start')
  await signUp('fore@exempel.se')
  writeFileSync(join(published, 'CHANGED.md'), 'What is new.\n')
  publish('What is new')

  for (const line of release) await follow(line)
  expect(readFileSync(join(clone, 'CHANGED.md'), 'utf8')).toBe('What is new.\n')
  expect(await logsIn('fore@exempel.se')).toBe(true)
  await signUp('efter@exempel.se')

  for (const line of back) await follow(line)
  expect(() => readFileSync(join(clone, 'CHANGED.md'))).toThrow('no such file')
  expect([await logsIn('fore@exempel.se'), await logsIn('efter@exempel.se')]).toEqual([true, false])
})

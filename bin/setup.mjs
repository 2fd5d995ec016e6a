// Prepares a checkout: installs by the lockfile, and builds when the sources changed. Runs on whatever Node npm came
// with, before anything is installed, so it imports only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.mjs'

const wantsBuild = process.argv.includes('--build')
const sources = [
  ...['app', 'server', 'public', 'db/seed', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'],
  'bin/build-offline.mjs',
]

oncePer(
  join('node_modules', '.setup-stamp'),
  [`${process.platform}-${process.arch}`, hashOf(['package.json', 'package-lock.json'])],
  () => {
    say('Installing packages (about a minute the first time)')
    run('npm', ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'])
  },
)

if (wantsBuild) {
  oncePer(join('build', '.setup-stamp'), [hashOf(sources)], () => {
    say('Building')
    run(join('node_modules', '.bin', 'node'), [
      join('node_modules', '@react-router', 'dev', 'bin.cjs'),
      'build',
      '--logLevel',
      'error',
    ])
    run(join('node_modules', '.bin', 'node'), [join('bin', 'build-offline.mjs')])
    compressAssets(join('build', 'client', 'assets'))
  })
}

function oncePer(stamp, parts, work) {
  const wanted = parts.join('\n')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // The stamp is removed first, so that interrupted work is not taken for done.
  rmSync(stamp, { force: true })
  work()
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, wanted)
}

function run(command, args) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}`)
  say(`${command} ${args[0]} did not succeed; the reason is above.`)
  process.exit(1)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesOf(path)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}

function say(text) {
  console.log(`  ${text} …`)
}

// Finds a Chromium for the browser journeys: the first candidate that launches.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the environment variables that the configuration of test/browser reads. */
export async function findBrowser(say) {
  for await (const executablePath of candidates(say)) {
    if (await launches(executablePath)) return { CHROMIUM: executablePath, CHROMIUM_FLAGS: flags.join(' ') }
  }
  throw new Error('No Chromium could be started: install one, or name it with CHROMIUM=/path/to/chromium.')
}

async function* candidates(say) {
  if (process.env.CHROMIUM) yield process.env.CHROMIUM
  for (const path of systemPaths) if (existsSync(path)) yield path
  if (existsSync(chromium.executablePath())) yield chromium.executablePath()
  if (process.platform === 'linux' && process.arch === 'x64') {
    yield unpackedBrowser()
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    say('Installing a browser')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' })
    yield '/usr/bin/chromium'
  }
}

/** The package unpacks into TMPDIR, where another user's copy may lie already, so it gets a folder of our own. */
async function unpackedBrowser() {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'chromium')
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

async function launches(executablePath) {
  try {
    const browser = await chromium.launch({ executablePath, args: flags, timeout: 30_000 })
    const page = await browser.newPage()
    await page.setContent('<p>hej</p>')
    await browser.close()
    return true
  } catch {
    return false
  }
}

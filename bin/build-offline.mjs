// Builds the service worker and the offline page, after the pages. Their addresses never change, so the build writes a
// version into the worker instead.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const from = join('app', 'alarms', 'offline')
const to = join('build', 'client')
const product = readFileSync(join('app', 'shared', 'product.ts'), 'utf8').match(/PRODUCT_NAME = '([^']+)'/)[1]

mkdirSync(join(to, 'offline'), { recursive: true })
const html = readFileSync(join(from, 'page.html'), 'utf8').replaceAll('%PRODUCT%', product)
const css = readFileSync(join(from, 'page.css'), 'utf8')
const script = await bundle('page.ts')
const worker = await bundle('worker.ts')
const version = createHash('sha256').update(html).update(css).update(script).update(worker).digest('hex').slice(0, 12)

writeFileSync(join(to, 'offline', 'page.html'), html)
writeFileSync(join(to, 'offline', 'page.css'), css)
writeFileSync(join(to, 'offline', 'page.js'), script)
writeFileSync(join(to, 'sw.js'), worker.replaceAll('__OFFLINE_VERSION__', JSON.stringify(version)))

/** Bundles one classic script without imports: not every browser supports module workers. */
async function bundle(entry) {
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      resolve: { alias: { '~': resolve('app') } },
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: join(from, entry), formats: ['iife'], name: 'offline', fileName: 'offline' },
      },
    }),
  ].flat()
  return output[0].code
}

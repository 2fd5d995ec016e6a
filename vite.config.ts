import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const inApp = /[\\/]app[\\/]([a-z-]+)[\\/](?:(?!pages|parts)([a-z-]+)[\\/])?/

// By default every small module that two pages share becomes a chunk of its own: forty requests for a page, slow on a
// bad connection. So modules that most pages need are one chunk, and those that several pages need of a slice are one:
// docs/decisions/0114.
const codeSplitting = {
  groups: [
    { name: 'shared', test: inApp, minShareCount: 40, priority: 1 },
    // Only pages with forms need zod, so pages without do not load it.
    { name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 2 },
    {
      name: (id: string) => inApp.exec(id)?.slice(1, 3).filter(Boolean).join('-'),
      test: /[\\/]app[\\/](?!ui|shared|pictures)/,
      minShareCount: 5,
    },
  ],
}

/** Short hashes: each page names some forty files and hashes do not compress, so a character less saves fifty bytes. */
const names = { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' }

// The server build starts at server/index.ts, which pulls in the pages: one module graph, so the
// pages and the process that serves them share one pool, one auth and one of every context token.
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting, ...names } } } },
    ssr: {
      build: { rollupOptions: { input: './server/index.ts' } },
      resolve: {
        // Bundled into the server build for a faster start; in development Vite loads them from node_modules.
        noExternal: command === 'build' ? [/^react-aria/, /^react-stately/, /^@react-aria/, /^@internationalized/] : [],
      },
    },
  },
  // Only for entry.plain.ts: one self-contained file, which no page that React hydrates includes (docs/decisions/0199).
  worker: { format: 'es' },
  build: { target: 'es2023', sourcemap: false },
  server: { host: '127.0.0.1' },
}))

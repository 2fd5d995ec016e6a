import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const inApp = /[\\/]app[\\/]([a-z-]+)[\\/](?:(?!pages|parts)([a-z-]+)[\\/])?/

// Left alone, every small module that two pages share becomes a file of its own: forty requests for a page, on a bad
// line. What most pages need is one file, and what several pages need of a slice is one: docs/decisions/0114.
const codeSplitting = {
  groups: [
    { name: 'shared', test: inApp, minShareCount: 40, priority: 1 },
    // Forms are checked by it, and who has none does not load it.
    { name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 2 },
    {
      name: (id: string) => inApp.exec(id)?.slice(1, 3).filter(Boolean).join('-'),
      test: /[\\/]app[\\/](?!ui|shared|pictures)/,
      minShareCount: 5,
    },
  ],
}

/** Each page names some forty files: a letter less of what no compression makes shorter is fifty bytes. */
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
        // Bundled for a faster start; in development Vite loads them as they are.
        noExternal: command === 'build' ? [/^react-aria/, /^react-stately/, /^@react-aria/, /^@internationalized/] : [],
      },
    },
  },
  // entry.plain.ts alone is built so: one file by itself, none of it in a page that React runs (docs/decisions/0199).
  worker: { format: 'es' },
  build: { target: 'es2023', sourcemap: false },
  server: { host: '127.0.0.1' },
}))

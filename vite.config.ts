import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// The server build starts at server/index.ts, which pulls in the pages: one module graph, so the
// pages and the process that serves them share one pool, one auth and one of every context token.
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  environments: {
    ssr: {
      build: { rollupOptions: { input: './server/index.ts' } },
      resolve: {
        // Bundled for a faster start; in development Vite loads them as they are.
        noExternal: command === 'build' ? [/^react-aria/, /^react-stately/, /^@react-aria/, /^@internationalized/] : [],
      },
    },
  },
  build: { target: 'es2023', sourcemap: false },
  server: { host: '127.0.0.1' },
}))

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './bin/service-worker.plugin.ts'
import { callTable } from './web/api/call-table.plugin.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('./web'),
  base: '/',
  plugins: [react(), callTable(), serviceWorker()],
  css: { postcss: at('.') },
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://localhost:3000' } },
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What the first page needs is one file: split by who else uses it, it would be larger.
      output: { codeSplitting: { groups: [{ name: 'first', test: /web\/main\.tsx$/ }] } },
      // Making a schema has no effect of its own: without this, each constant taken from a shared noun would bring along
      // the noun's schema and the whole validation library. The second name is a schema that another is made from.
      treeshake: { manualPureFunctions: ['z', 'WireFlag'] },
    },
  },
})

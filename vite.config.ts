import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyApp } from './bin/early-app.plugin.ts'
import { serviceWorker } from './bin/service-worker.plugin.ts'
import { callTable } from './web/api/call-table.plugin.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Fonts are the brand's own, one of several. */
const isFrame = (id: string) =>
  /web\/app\/(routed-app|shell\/shell)\.tsx$/.test(id) || (id.endsWith('.css') && !id.includes('@fontsource'))
/** The tables of telephone numbers are fetched when somebody types one. */
const isPart = (id: string) => !id.includes('libphonenumber')

export default defineConfig({
  root: at('./web'),
  base: '/',
  plugins: [react(), callTable(), serviceWorker(), earlyApp()],
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
      output: {
        codeSplitting: {
          groups: [
            // What the first page needs is one file: split by who else uses it, it would be larger.
            { name: 'first', test: /web\/main\.tsx$/, priority: 6 },
            // The frame around every page behind the sign-in, with the styles of all pages: each has a few hundred bytes.
            { name: 'app', test: isFrame, priority: 5 },
            // What several pages show is in two files, instead of a hundred of under a kilobyte each: the first page behind the
            // sign-in needs nearly all of it, and on a slow line each file waits for its own answer.
            { name: 'validation', test: /node_modules\/zod\//, priority: 4 },
            { name: 'parts', test: isPart, minShareCount: 2, priority: 1 },
          ],
        },
      },
      // Making a schema has no effect of its own: without this, each constant taken from a shared noun would bring along
      // the noun's schema and the whole validation library. The second name is a schema that another is made from.
      treeshake: { manualPureFunctions: ['z', 'WireFlag'] },
    },
  },
})

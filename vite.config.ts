import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyApp } from './bin/early-app.plugin.ts'
import { reactNames } from './bin/react-names.plugin.ts'
import { serviceWorker } from './bin/service-worker.plugin.ts'
import { unusedParts } from './bin/unused-parts.plugin.ts'
import { unusedSchemas } from './bin/unused-schemas.plugin.ts'
import { callTable } from './web/api/call-table.plugin.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Fonts are the brand's own, one of several. */
const isFrame = (id: string) =>
  /web\/app\/(routed-app|shell\/shell)\.tsx$|virtual:calls$/.test(id) ||
  (id.endsWith('.css') && !id.includes('@fontsource'))
/** What some pages need and others do not, by the kind of work. */
const works = {
  forms:
    /node_modules\/@mantine\/form\/|components\/PinInput\/|web\/features\/account\/(use-saved-form|company-form|personal-form|report-mails-section)\.|web\/ui\/code-input\./,
  choices:
    /node_modules\/react-number-format\/|components\/(NumberInput|TagsInput|PillsInput|MultiSelect)\/|web\/ui\/(targeting\/|tag-input\.)|web\/features\/(integrations\/(menu-entry|tool-view)|campaigns\/webhook(s|-events))\.|web\/app\/tool-parts\./,
  companies:
    /web\/features\/(companies|domains|sales)\/|web\/features\/pricing\/use-(exclusion|manual-bill|priced-lines|pricing|settlement)\./,
  pricing: /web\/features\/pricing\/(?!company-row|use-price-rights)/,
  money: /web\/features\/(wallet|payments)\/|@stripe\//,
  security: /web\/features\/(security|settings)\//,
  log: /web\/features\/audit\//,
  dates: /node_modules\/(@mantine\/dates|dayjs)\/|web\/ui\/calendar\./,
  files:
    /node_modules\/(@mantine\/dropzone|react-dropzone|file-selector|attr-accept)\/|web\/features\/(banners|enrichment|exclusions)\//,
}
/** The tables of telephone numbers are fetched when somebody types one. */
const isPart = (id: string) => !id.includes('libphonenumber') && !Object.values(works).some((work) => work.test(id))

export default defineConfig({
  root: at('./web'),
  base: '/',
  plugins: [react(), callTable(), serviceWorker(), earlyApp(), unusedSchemas(), reactNames(), unusedParts()],
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
            // What many pages show is in one file, instead of a hundred of under a kilobyte each: on a slow line each file waits
            // for its own answer. What belongs to some pages alone is fetched by these, in a file for each kind of work.
            { name: 'parts', test: isPart, minShareCount: 2, priority: 4 },
            { name: 'forms', test: works.forms, minShareCount: 2, priority: 4 },
            { name: 'choices', test: works.choices, minShareCount: 2, priority: 4 },
            { name: 'companies', test: works.companies, minShareCount: 2, priority: 3 },
            { name: 'pricing', test: works.pricing, minShareCount: 2, priority: 2 },
            { name: 'money', test: works.money, minShareCount: 2, priority: 2 },
            { name: 'security', test: works.security, minShareCount: 2, priority: 2 },
            { name: 'dates', test: works.dates, priority: 3 },
            { name: 'log', test: works.log, minShareCount: 2, priority: 1 },
            { name: 'files', test: works.files, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})

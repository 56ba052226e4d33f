import './theme/styles-first.css'
import { createRoot } from 'react-dom/client'
import { accessToken } from './api/storage.ts'
import { loadTenant } from './api/tenant.ts'
import { App } from './app/app.tsx'
import { TenantMissing } from './app/tenant-missing.tsx'

// Our policy forbids code that is made of text. The validation library reads this before its first schema and does not try,
// which every browser would report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = createRoot(document.getElementById('root') ?? document.body)

// A page that the browser brings back whole shows who was signed in when it was left, which may be somebody else by now.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

function start(): void {
  if (accessToken()) void import('./api/session.ts').then(({ loadSession }) => loadSession())
  loadTenant().then(
    (tenant) => root.render(<App tenant={tenant} />),
    () => root.render(<TenantMissing />),
  )
}
// An older browser may run some of it and fail at the rest; the page says so instead (`public/scheme.js`).
if (document.documentElement.dataset.old === undefined) start()

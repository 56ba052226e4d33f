import './theme/styles-first.css'
import { createRoot } from 'react-dom/client'
import { loadSession } from './api/session.ts'
import { loadTenant } from './api/tenant.ts'
import { App } from './app/app.tsx'
import { TenantMissing } from './app/tenant-missing.tsx'

const root = createRoot(document.getElementById('root') ?? document.body)

void loadSession()
loadTenant().then(
  (tenant) => root.render(<App tenant={tenant} />),
  () => root.render(<TenantMissing />),
)

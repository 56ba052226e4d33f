import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { startEngines } from '#infra/local/engines.ts'
import { launch } from './browser.ts'

it('goes on until it is ended', async () => {
  await startEngines({ dataDir: null, env: {} })
  await launch()
  writeFileSync(process.env.ENDLESS_NOTE ?? '', 'up')
  await new Promise(() => setInterval(() => {}, 1000))
})

// One platform in memory serves all browser journeys of a run.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { seed } from '#bin/seed.ts'
import { startPlatform } from '#infra/local/platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    port: number
  }
}

export default async function setup(project: TestProject) {
  // A platform that runs already, elsewhere (npm run localstack).
  if (process.env.JOURNEYS_PORT) return project.provide('port', Number(process.env.JOURNEYS_PORT))
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
  const platform = await startPlatform({
    root,
    dataDir: null,
    port: 0,
    env: {},
    seed,
    describe: () => ({ password: '', logins: [], pages: [] }),
  })
  project.provide('port', platform.port)
  return () => platform.stop()
}

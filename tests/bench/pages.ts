// The application with its demonstration, and a browser to look at it. A process holds one of them.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { seed } from '#bin/seed.ts'
import { startPlatform } from '#infra/local/platform.ts'
import { launch } from '#tests/support/browser.ts'
import type { Figure } from './ratio.ts'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export type Pages = { port: number; browser: Browser }

export const onPages =
  (...works: ((pages: Pages) => Promise<Figure[]>)[]) =>
  async (): Promise<Figure[]> => {
    const describe = () => ({ password: '', logins: [], pages: [] })
    const platform = await startPlatform({ root, dataDir: null, port: 0, env: {}, seed, describe })
    const browser = await launch()
    try {
      const figures: Figure[] = []
      for (const work of works) figures.push(...(await work({ port: platform.port, browser })))
      return figures
    } finally {
      await browser.close()
      await platform.stop()
    }
  }

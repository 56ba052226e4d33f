import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { callTable } from './web/api/call-table.plugin.ts'

/** Vitest stops at a setup file that is missing; a room without one simply has nothing to set up. */
const whenPresent = (...files: string[]) => files.filter((file) => existsSync(new URL(file, import.meta.url)))

/** Set before any module makes its log: tens of thousands of lines that nobody reads would cost a tenth of the time. */
const quiet = { LOG_LEVEL: 'SILENT', POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_DEV: 'false' }

/** Far above what anything takes on a machine with nothing else to do: limits end what hangs, and measure nothing. */
const seconds = (n: number) => ({ testTimeout: n * 1000, hookTimeout: n * 1000 })

export default defineConfig({
  test: {
    // One worker for each core: the usual "one less" would leave half of a small machine idle.
    maxWorkers: '100%',
    projects: [
      {
        // Pure functions hold nothing between files, so one module graph per worker is enough.
        test: {
          name: 'shared',
          include: ['tests/shared/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          ...seconds(20),
        },
      },
      {
        test: {
          name: 'functions',
          include: ['tests/functions/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts', 'tests/contracts.test.ts'],
          globalSetup: whenPresent('./tests/support/global-setup.ts'),
          pool: 'threads',
          env: quiet,
          // The harness forgets what the file before it set; loading every module anew took half of the time.
          isolate: false,
          ...seconds(60),
        },
      },
      {
        // Synthesising a stack, or starting a browser or the compiler, takes seconds by nature.
        test: {
          name: 'infra',
          include: ['tests/infra/**/*.test.ts', 'tests/bin/**/*.test.ts'],
          env: quiet,
          isolate: false,
          ...seconds(120),
        },
      },
      {
        plugins: [react(), callTable()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A file that is downloaded is a link that is followed: the page of the next file must not stand where it led.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          setupFiles: ['./tests/support/web-setup.ts'],
          pool: 'threads',
          isolate: false,
          ...seconds(60),
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: whenPresent('./tests/support/journeys-setup.ts'),
          // Stories wait for a browser most of the time, so two at once cost little; none of them measures time.
          ...seconds(240),
        },
      },
    ],
  },
})

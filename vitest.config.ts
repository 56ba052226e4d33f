import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ownPortion } from './bin/portion.ts'
import { filesLeftOut, readTurns } from './bin/turns.ts'
import { callTable } from './web/api/call-table.plugin.ts'

/** Set before any module makes its log: tens of thousands of lines that nobody reads would cost a tenth of the time. */
const quiet = { LOG_LEVEL: 'SILENT', POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_DEV: 'false' }

/** Far above what anything takes on a machine with nothing else to do: limits end what hangs, and measure nothing. */
const seconds = (n: number) => ({
  testTimeout: n * 1000,
  hookTimeout: n * 1000,
  // What is waited for takes longer on a busy machine.
  expect: { poll: { timeout: 60_000 } },
})

/** What takes its turn in another run is left out: whole files by their names, single tests by the runner. */
const turns = {
  exclude: [...configDefaults.exclude, ...filesLeftOut(readTurns(import.meta.dirname), ownPortion)],
  runner: './tests/support/turns-runner.ts',
}

/** What takes longest on any machine, longest first: begun last, it would keep one core busy while the others have nothing left. */
const long = [
  ...['wallet/simulator', 'bin/killed-imports', 'infra/local/dynamo', 'bin/local', 'bin/run-ends', 'bin/operator'],
  ...['exclusions/kill', 'kit/door', 'payments/event-orders', 'isolation/wall', 'contracts', 'pricing/invoice-run'],
  ...['integrations/sheet-poison', 'billing/three-months', 'exclusions/person', 'billing/simulator', 'audit/lines'],
  ...['isolation/matrix', 'session/guessing', 'infra/build', 'bin/recount', 'bin/tools', 'bin/restore-tenant'],
  'gallery/gallery',
  ...['journeys/pages', 'journeys/dialogs', 'journeys/integrations', 'journeys/first-lead', 'journeys/embedded-code'],
  ...[
    'journeys/readable',
    'journeys/sign-in',
    'journeys/xss',
    'journeys/home',
    'journeys/account',
    'journeys/first-day',
  ],
]
const rankOf = ({ moduleId }: TestSpecification) => {
  const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? long.length : at
}

/** The files of the room that all others share. */
const shared = new RegExp(`^${import.meta.dirname.replaceAll(/[^\w/]/g, '\\$&')}/shared/`)

/** Projects stay together, because a worker that goes on with the same one keeps its modules. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => rankOf(a) - rankOf(b)),
    )
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          ...turns,
          ...seconds(60),
        },
      },
      {
        test: {
          name: 'functions',
          include: ['tests/functions/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts', 'tests/contracts.test.ts'],
          setupFiles: ['./tests/support/file-setup.ts'],
          pool: 'threads',
          env: quiet,
          // The harness forgets what the file before it set; loading every module anew took half of the time.
          isolate: false,
          // Thousands of requests one after the other take six seconds alone, and minutes beside browsers on a busy machine.
          ...turns,
          ...seconds(600),
        },
      },
      {
        // Synthesising a stack, or starting a browser or the compiler, takes seconds by nature.
        test: {
          name: 'infra',
          include: ['tests/infra/**/*.test.ts', 'tests/bin/**/*.test.ts'],
          setupFiles: ['./tests/support/file-setup.ts'],
          env: quiet,
          isolate: false,
          // What was built is loaded by Node itself, as where it is deployed: to turn it into modules of the tests took a quarter of a minute.
          server: { deps: { external: [/\/dist\/functions\//, /\/bundles-/] } },
          ...turns,
          ...seconds(360),
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
            happyDOM: {
              settings: {
                navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
                // A dialog would take a seventh of a second to come and to go; the stories in a browser see it move.
                device: { prefersReducedMotion: 'reduce' },
              },
            },
          },
          setupFiles: ['./tests/support/web-setup.ts'],
          pool: 'threads',
          isolate: false,
          // Each page is opened over fresh modules. What all rooms share holds nothing, so Node itself loads it, once for each worker.
          server: { deps: { external: [shared] } },
          ...turns,
          ...seconds(240),
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['./tests/support/journeys-setup.ts'],
          setupFiles: ['./tests/support/file-setup.ts'],
          // Stories wait for a browser most of the time, so two at once cost little; none of them measures time.
          ...turns,
          ...seconds(600),
        },
      },
    ],
  },
})

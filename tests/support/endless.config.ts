// A run of tests that goes on until somebody ends it: an engine and a browser in a worker, as the real ones have them.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/support/endless.fixture.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
})

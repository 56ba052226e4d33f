import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts `sw.js` beside the page, with a mark made of the names of all other files in it. A browser takes a worker for new
 * when one byte of it differs, so each build that changes anything is noticed, and one that changes nothing is not.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16)
      const source = readFileSync(new URL('../web/app/sw.js', import.meta.url), 'utf8').replace('__BUILD__', build)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

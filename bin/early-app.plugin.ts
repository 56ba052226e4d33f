import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Lets a browser that keeps a session fetch the frame of the application beside the first script instead of after it. A
 * visitor who comes to sign in fetches nothing of it. The lines join the script that stands in the page itself.
 */
export function earlyApp(): Plugin {
  return {
    name: 'early-app',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const app = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === 'app')
      if (!dir || app?.type !== 'chunk') return
      const styles = [...(app.viteMetadata?.importedCss ?? [])]
      const links = [['modulepreload', app.fileName], ...styles.map((file) => ['preload', file])]
      const script = `;(() => {
  try {
    if (!localStorage.getItem('access_token')) return
  } catch {
    return
  }
  for (const [rel, file] of ${JSON.stringify(links)}) {
    const link = document.createElement('link')
    link.rel = rel
    if (rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
})()
`
      appendFileSync(join(dir, 'scheme.js'), script)
    },
  }
}

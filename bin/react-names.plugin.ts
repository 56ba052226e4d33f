// React's packages are in the older module form, so a bundler writes each use as `(0, react.useState)(...)`, some eleven thousand
// times. Passed on by name, each use is one short name.
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const passedOn = ['react', 'react/jsx-runtime']
const prefix = '\0names-of:'
const require = createRequire(import.meta.url)

export function reactNames(): Plugin {
  return {
    name: 'react-names',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      // Packages of the older form, React's own among them, take it as it is.
      if (kind === 'require-call' || importer?.startsWith(prefix)) return null
      return passedOn.includes(source) ? `${prefix}${source}` : null
    },
    load(id) {
      if (!id.startsWith(prefix)) return null
      const source = id.slice(prefix.length)
      const names = Object.keys(require(source)).join(', ')
      return `import all from '${source}'
export default all
export const { ${names} } = all`
    },
  }
}

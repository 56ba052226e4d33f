import type { Plugin } from 'vite'

const id = 'virtual:calls'

/**
 * Gives the browser the four facts it needs to send a call, out of the contracts themselves. The contracts as a
 * whole would bring the validation library and every schema into the first page.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(source) {
      if (source !== `\0${id}`) return null
      const { allCalls } = await import('#shared/contracts/index.ts')
      const rows = allCalls.map(({ id: name, call: { method, path, body, idempotent } }) => [
        name,
        { method, path, body, idempotent },
      ])
      return `export const calls = ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}

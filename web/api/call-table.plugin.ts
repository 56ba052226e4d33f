import type { Plugin } from 'vite'
import type { NamedCall } from '#shared/contracts/index.ts'

const id = 'virtual:calls'

/** The pairs of permission and method of which view mode leaves no call. */
const keptFromView = (all: readonly NamedCall[]): string[] => {
  const pairOf = ({ call }: NamedCall) => `${call.method} ${call.can}`
  const left = new Set(all.filter(({ call }) => call.inView === 'allowed').map(pairOf))
  return [...new Set(all.map(pairOf))].filter((pair) => !left.has(pair))
}

/**
 * Gives the browser what it needs to send a call, out of the contracts themselves: where to, and which names differ. The contracts as a
 * whole would bring the validation library and every schema into the first page.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(source) {
      if (source !== `\0${id}`) return null
      const { allCalls } = await import('#shared/contracts/index.ts')
      const { namesOf } = await import('#shared/contracts/lib/names.ts')
      const rows = allCalls.map(({ id: name, call: { method, path, body, idempotent, input, output } }) => [
        name,
        { method, path, body, idempotent, takes: namesOf(input), answers: namesOf(output) },
      ])
      return `export const calls = ${JSON.stringify(Object.fromEntries(rows))}
export const keptFromView = ${JSON.stringify(keptFromView(allCalls))}`
    },
  }
}

import type { Plugin } from 'vite'
import type { NamedCall } from '#shared/contracts/index.ts'

/** All calls, and those that the login page asks, or that are under way while the frame is fetched. */
const ids = { all: 'virtual:calls', first: 'virtual:first-calls' }
const own = Object.values(ids)
const atTheDoor = ['session.login', 'session.refresh', 'session.sso', 'account.me', 'public.domainInfo', 'public.keys']
/** Those of programs take a token of theirs, which no screen has. */
const isOfScreens = ({ call }: NamedCall) => !call.can.startsWith('program:')
const isFirst = ({ id }: NamedCall) => atTheDoor.includes(id)

/** The pairs of permission and method of which view mode leaves no call. */
const keptFromView = (all: readonly NamedCall[]): string[] => {
  const pairOf = ({ call }: NamedCall) => `${call.method} ${call.can}`
  const left = new Set(all.filter(({ call }) => call.inView === 'allowed').map(pairOf))
  return [...new Set(all.map(pairOf))].filter((pair) => !left.has(pair))
}

/**
 * Gives the browser what it needs to send a call, out of the contracts themselves: where to, and which names differ. The contracts as a
 * whole would bring the validation library and every schema into the first page, and the table of all calls four fifths that it never asks.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (source) => (own.includes(source) ? `\0${source}` : null),
    async load(source) {
      const id = own.find((each) => source === `\0${each}`)
      if (!id) return null
      const { allCalls } = await import('#shared/contracts/index.ts')
      const ours = allCalls.filter(isOfScreens)
      const { namesOf } = await import('#shared/contracts/lib/names.ts')
      const meant = id === ids.first ? ours.filter(isFirst) : ours
      const rows = meant.map(({ id: name, call: { method, path, body, idempotent, input, output } }) => [
        name,
        { method, path, body, idempotent, takes: namesOf(input), answers: namesOf(output) },
      ])
      const calls = `export const calls = ${JSON.stringify(Object.fromEntries(rows))}`
      if (id === ids.first) return calls
      return `${calls}
export const keptFromView = ${JSON.stringify(keptFromView(ours))}`
    },
  }
}

// The routes of the gateway, which takes 300: where all calls below a path are of one area, or all of one path without parameters, they
// share a route, and the area's function finds the call by method and path (functions/kit/route.ts). A new call there takes no route.
import { type Area, allCalls } from '#shared/contracts/index.ts'

export type CallRoute = { area: Area; method: 'ANY' | 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'; path: string }

type Entry = CallRoute & { parts: string[] }

const isParameter = (part: string) => part.startsWith('{')
const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups]
}
const plain = ({ area, method, path }: Entry): CallRoute => ({ area, method, path })

/** Whether a parameter of `other` could stand for a part of this very path. */
const fits = ({ path, parts }: Entry, other: Entry) =>
  other.path !== path &&
  other.parts.length === parts.length &&
  other.parts.every((part, at) => isParameter(part) || part === parts[at])

/**
 * Calls of one path: one route where they are of one area. Where another path with a parameter fits as well, each keeps its own,
 * because the gateway may take a route for the very method before one for any.
 */
const together = (entries: readonly Entry[], known: readonly Entry[]): CallRoute[] =>
  groupBy(entries, ({ path }) => path).flatMap(([path, all]): CallRoute[] => {
    const [first, ...others] = all
    if (!first || others.length === 0 || others.some(({ area }) => area !== first.area)) return all.map(plain)
    return known.some((other) => fits(first, other)) ? all.map(plain) : [{ area: first.area, method: 'ANY', path }]
  })

function routesBelow(prefix: readonly string[], entries: readonly Entry[], known: readonly Entry[]): CallRoute[] {
  const ends = entries.filter(({ parts }) => parts.length === prefix.length)
  const deeper = entries.filter(({ parts }) => parts.length > prefix.length)
  const [first, ...others] = deeper
  const isShared = prefix.length > 1 && entries.every(({ area }) => area === first?.area)
  if (first && others.length > 0 && isShared)
    return [...together(ends, known), { area: first.area, method: 'ANY', path: `${prefix.join('/')}/{path+}` }]
  const byNext = groupBy(deeper, ({ parts }) => parts[prefix.length] ?? '')
  return [
    ...together(ends, known),
    ...byNext.flatMap(([part, below]) =>
      isParameter(part) ? below.map(plain) : routesBelow([...prefix, part], below, known),
    ),
  ]
}

/** Text that people search for may hold a slash, which would look like another part of a path: the gateway takes such paths apart. */
const isSearched = ({ path }: Entry) => path.includes('{search}')

/** The routes of all calls: each exact one wins over a shared one. */
export function callRoutes(calls: typeof allCalls = allCalls): CallRoute[] {
  const entries = calls.map(({ area, call }): Entry => {
    const path = `/api${call.path}`
    return { area, method: call.method, path, parts: path.split('/') }
  })
  return [
    ...entries.filter(isSearched).map(plain),
    ...routesBelow(
      ['', 'api'],
      entries.filter((entry) => !isSearched(entry)),
      entries,
    ),
  ]
}

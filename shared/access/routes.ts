// Finds a page by its path or its id among those a tenant has.
import type { ProductLine } from '../model/company.ts'
import { findLine, type Line, linesOf } from './lines.ts'
import { fixed, perLine, type Rule } from './route-table.ts'
import type { Modules } from './viewer.ts'

export type FixedRouteId = keyof typeof fixed
type ParameterRouteId = {
  [Id in FixedRouteId]: (typeof fixed)[Id]['path'] extends `${string}:${string}` ? Id : never
}[FixedRouteId]
export type LineRouteId = keyof typeof perLine
/** Names a page for good. The pages of the product lines share an id: they are one page with four sources. */
export type RouteId = FixedRouteId | LineRouteId
export type Route = Rule & { id: RouteId; path: string; line?: ProductLine }

// @NOTE Object.keys forgets the key type; these are the very keys of the two tables.
const fixedIds = Object.keys(fixed) as FixedRouteId[]
const lineIds = Object.keys(perLine) as LineRouteId[]

/** Every id, for the person who must provide a page for each. */
export const routeIds: readonly RouteId[] = [...fixedIds, ...lineIds]

export const isLineRoute = (id: RouteId): id is LineRouteId => id in perLine

const fixedRoutes: readonly Route[] = fixedIds.map(fixedRoute)

function toLineRoute(id: LineRouteId, { line, url }: Line): Route {
  const { page, ...rule } = perLine[id]
  return { id, line, path: `/${url}/${page}`, ...rule }
}

/** All routes of a tenant. Ours come first, so a line that took a segment of ours cannot hide them. */
export function routesOf(modules: Modules): Route[] {
  return [...fixedRoutes, ...linesOf(modules).flatMap((line) => lineIds.map((id) => toLineRoute(id, line)))]
}

export function fixedRoute(id: FixedRouteId): Route {
  return { id, ...fixed[id] }
}

/** The path of a page that takes no parameters. */
export function pathTo(id: Exclude<FixedRouteId, ParameterRouteId>): string {
  return fixed[id].path
}

/** The page about one company, or one of its tabs. */
export const companyPath = (companyId: string, tab = ''): string =>
  `/configuration/company/${companyId}${tab ? `?tab=${tab}` : ''}`

/** A page of one product line; undefined when the tenant does not have the line. */
export function findLineRoute(modules: Modules, id: LineRouteId, line: ProductLine): Route | undefined {
  const found = findLine(modules, line)
  return found && toLineRoute(id, found)
}

const parts = (path: string) => path.replace(/\/$/, '').split('/')

/** Segment by segment and case-sensitive; `:name` takes any text, `:name?` also none. */
function fits(pattern: string, path: string): boolean {
  const wanted = parts(pattern)
  const given = parts(path)
  if (given.length > wanted.length) return false
  return wanted.every((part, at) => {
    const value = given[at]
    if (value === undefined) return part.endsWith('?')
    return part.startsWith(':') ? value !== '' : part === value
  })
}

/** The route of a path (without query and fragment); one slash at its end does not matter. */
export function findRoute(path: string, modules: Modules): Route | undefined {
  return routesOf(modules).find((route) => fits(route.path, path))
}
